import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PROGRAM_FILE } from '../../server/lib/built-files.ts'

/** The exports of build/program.js: the server with the site's two folders. It does nothing until it's started. */
export type Program = typeof import('../../server/start/program.ts')

/** Loads the program in a build folder. Node caches a module by its whole URL, so a different query loads it again. */
export const loadProgram = (folder: string, query = ''): Promise<Program> =>
  import(`${pathToFileURL(join(folder, PROGRAM_FILE))}${query}`)
