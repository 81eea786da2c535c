/** The icons by their names in dist/. Browsers ask for favicon.ico by themselves. */
export const ICONS = { svg: 'favicon.svg', ico: 'favicon.ico', touch: 'apple-touch-icon.png' } as const
