import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PROGRAM_FILE } from '../../server/lib/built-files.ts'

/** What build/program.js has: the server with the site's folders in it. It does nothing until it is started. */
export type Program = typeof import('../../server/start/program.ts')

/** Loads the program that was built into a folder. Node keeps a module by its whole address: another query loads it anew. */
export const loadProgram = (folder: string, query = ''): Promise<Program> =>
  import(`${pathToFileURL(join(folder, PROGRAM_FILE))}${query}`)
