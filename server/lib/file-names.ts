import { relative, sep } from 'node:path'

/** A file's name in a folder, with slashes on Windows, too: as addresses, routes and messages have it. */
export const nameIn = (folder: string, file: string): string => relative(folder, file).split(sep).join('/')

/** A path as the name of a file: decoded, in NFC. Undefined where it is malformed, or has a NUL or an encoded slash. */
export function decodedPath(path: string): string | undefined {
  if (!path.includes('%')) return path
  if (/%(00|2f)/i.test(path)) return undefined
  try {
    return decodeURIComponent(path).normalize()
  } catch {
    return undefined
  }
}
