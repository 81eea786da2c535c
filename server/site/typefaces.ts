/** The typefaces of social images. A letter is of the first that has it: add one for an alphabet that none has. */
export const typefaces = ['@fontsource/familjen-grotesk']
