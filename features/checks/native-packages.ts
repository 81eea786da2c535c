import { existsSync, readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'esbuild'
import { isInNodeModules } from '../../scripts/lib/is-in-node-modules.ts'

/**
 * Refuses a package with native code if one of the project's files imports it: the program is one file, and loads no other. Many
 * such packages are bundled without an error, and fail when they're called.
 */
export const nativePackages: Plugin = {
  name: 'native-packages',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind, importer }) => {
      if (kind === 'entry-point' || isInNodeModules(importer)) return
      if (!isNative(path, importer)) return
      const text = `${path} has native code, which is a separate file: the program is one file, and the image has no node_modules. For SQLite, use node:sqlite, which is part of Node. Otherwise use a package without native code, or a service.`
      return { errors: [{ text }] }
    })
  },
}

/** Whether a package has native code: a binding.gyp, which npm compiles, or an optional package for each system and processor. */
function isNative(name: string, importer: string): boolean {
  try {
    const file = findPackageJSON(name, pathToFileURL(importer)) ?? ''
    if (existsSync(join(dirname(file), 'binding.gyp'))) return true
    const { optionalDependencies = {} } = JSON.parse(readFileSync(file, 'utf8'))
    return Object.keys(optionalDependencies).some(optional => /\blinux-x64\b/.test(optional))
  } catch {
    return false // esbuild reports a missing package.
  }
}
