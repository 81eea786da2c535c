import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../lib/root.ts'

// Code in shared/ may read variables whose names begin with PUBLIC_. A browser has no variables, so the build inserts the values.

export const SHARED = join(root, 'shared')

/** The values for the `define` of esbuild and Vite: https://esbuild.github.io/api/#define */
export function publicValues(env: NodeJS.ProcessEnv): Record<string, string> {
  const set = Object.entries(env).filter(([name]) => /^PUBLIC_\w+$/.test(name))
  return Object.fromEntries(set.map(([name, value]) => [`process.env.${name}`, JSON.stringify(value)]))
}

/**
 * The same values, and `undefined` for each variable that a file in a folder reads and nobody has set. Without that, the server
 * would show its own environment's value.
 */
export function publicDefine(env = process.env, folder = SHARED): Record<string, string> {
  const files = globSync('**/*.{js,jsx,ts,tsx}', { cwd: folder })
  const named = files.flatMap(file => readFileSync(join(folder, file), 'utf8').match(/\bPUBLIC_\w+/g) ?? [])
  const unset = Object.fromEntries(named.map(name => [`process.env.${name}`, 'undefined']))
  return { ...unset, ...publicValues(env) }
}
