/** The oldest browsers that the site is built for. Older ones may fail. */
export const browsers = { chrome: '109', firefox: '115', safari: '15.6' } as const

/** The browsers in the notation of esbuild: chrome109, firefox115, safari15.6. */
export const target = Object.entries(browsers).map(([name, version]) => name + version)
