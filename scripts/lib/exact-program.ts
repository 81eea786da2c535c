import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { PROGRAM_FILE } from '../../server/lib/built-files.ts'

// Makes Node load build/program.js as it's written: tsx would change its lines, and the source map wouldn't fit.
// This file is apart from load-program.ts because Vitest, which runs that one, too, has no hooks.
registerHooks({
  load: (url, context, next) =>
    new URL(url).pathname.endsWith(`/${PROGRAM_FILE}`)
      ? { format: 'module', source: readFileSync(new URL(url)), shortCircuit: true }
      : next(url, context),
})
