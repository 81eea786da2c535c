/** The names of the icons in dist/. Browsers request favicon.ico by themselves. */
export const ICONS = { svg: 'favicon.svg', ico: 'favicon.ico', touch: 'apple-touch-icon.png' } as const
