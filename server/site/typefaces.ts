/** The typefaces of social images. The first one that has a letter draws it: add one for another alphabet. */
export const typefaces = ['@fontsource/familjen-grotesk']
