import { relative, sep } from 'node:path'

/** A file's path in a folder, with slashes even on Windows, for addresses, routes and messages. */
export const nameIn = (folder: string, file: string): string => relative(folder, file).split(sep).join('/')

/** Decodes a path to a file name in NFC. Undefined if it's malformed, or has a NUL or an encoded slash. */
export function decodedPath(path: string): string | undefined {
  if (!path.includes('%')) return path
  if (/%(00|2f)/i.test(path)) return undefined
  try {
    return decodeURIComponent(path).normalize()
  } catch {
    return undefined
  }
}
