import { relative, sep } from 'node:path'

/** A file's path in a folder, with slashes even on Windows, for addresses, routes and messages. */
export const nameIn = (folder: string, file: string): string => relative(folder, file).split(sep).join('/')
