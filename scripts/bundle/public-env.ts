import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../lib/root.ts'

export const SHARED = join(root, 'shared')

/**
 * The `define` of esbuild and Vite (https://esbuild.github.io/api/#define) for variables that begin with PUBLIC_: code in shared/ may
 * read them, but a browser has none, so the build inserts the values. A variable that a file in shared/ names and nobody has set
 * is undefined. Otherwise the server would show its own environment's value.
 */
export function publicDefine(env = process.env, folder = SHARED): Record<string, string> {
  const files = globSync('**/*.{js,jsx,ts,tsx}', { cwd: folder })
  const named = files.flatMap(file => readFileSync(join(folder, file), 'utf8').match(/\bPUBLIC_\w+/g) ?? [])
  const set = Object.keys(env).filter(name => /^PUBLIC_\w+$/.test(name))
  const values = [...named, ...set].map(name => [
    `process.env.${name}`,
    JSON.stringify(env[name]) ?? 'undefined',
  ])
  return Object.fromEntries(values)
}
