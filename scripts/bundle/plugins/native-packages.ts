import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'esbuild'
import { isOfPackage } from '../styles/lower-styles.ts'
import { OWN_QUESTION } from './packages.ts'

/**
 * Refuses a package with native code where one of our files imports it: the program is one file, and loads no other. Many
 * such packages are bundled without an error, and fail when they are called.
 */
export const nativePackages: Plugin = {
  name: 'native-packages',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^[^./]/ }, async ({ path, pluginData, kind, importer, resolveDir }) => {
      if (pluginData !== undefined || kind === 'entry-point' || isOfPackage(importer)) return
      const found = await resolve(path, { kind, importer, resolveDir, pluginData: OWN_QUESTION })
      const [folder = '', name = ''] =
        /^.*node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(found.path) ?? []
      if (found.errors.length > 0 || !folder || !isNative(folder)) return
      const text = `${name} has native code, which is a file of its own: the program is one file, and the image has no node_modules. For SQLite take node:sqlite, which Node has; otherwise a package without native code, or a service.`
      return { errors: [{ text }] }
    })
  },
}

/** npm compiles what has a binding.gyp, and of some packages installs an optional one for the system and its processor. */
function isNative(folder: string): boolean {
  if (existsSync(join(folder, 'binding.gyp'))) return true
  const { optionalDependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return Object.keys(optionalDependencies).some(name => /\blinux-x64\b/.test(name))
}
