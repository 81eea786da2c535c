import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'

/**
 * Lets esbuild drop what nobody imports of react-router: Form, for one, stays in the bundle only because React makes
 * it by a call, and because it is given a name for developer tools. Saves 1.2 kB; the budget tells when it no longer does.
 */
export const shake: Plugin = {
  name: 'shake',
  setup(build) {
    build.onLoad({ filter: /react-router[\\/]dist[\\/]production.*\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8')
      const contents = source
        .replace(/^\w+\.displayName = .*;$/gm, '')
        .replace(/= (?=React\$1\.(forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ ')
      return { contents }
    })
  },
}

/**
 * Leaves out what the server's libraries load and never call here: Express's body parser with every character set in
 * the world, since nobody reads a body, and React's older renderer. Half of the bundle, and a tenth of the start.
 */
export const leaveOut: Plugin = {
  name: 'leave-out',
  setup(build) {
    const unused = /[\\/](body-parser[\\/]index|react-dom-server-legacy\.node\.production)\.js$/
    build.onLoad({ filter: unused }, () => ({ contents: 'module.exports = {}' }))
  },
}
