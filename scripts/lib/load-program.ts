import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PROGRAM_FILE } from '../../server/lib/built-files.ts'

/** The exports of build/program.js: the server with the site's two folders. It does nothing until it's started. */
export type Program = typeof import('../../server/start/program.ts')

// Node loads the file as it's written: tsx would change its lines, and its source map wouldn't fit.
registerHooks({
  load: (url, context, next) =>
    new URL(url).pathname.endsWith(`/${PROGRAM_FILE}`)
      ? { format: 'module', source: readFileSync(new URL(url)), shortCircuit: true }
      : next(url, context),
})

/** Loads the program in a build folder. Node caches a module by its whole URL, so a different query loads it again. */
export const loadProgram = (folder: string, query = ''): Promise<Program> =>
  import(`${pathToFileURL(join(folder, PROGRAM_FILE))}${query}`)
