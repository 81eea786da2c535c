import module from 'node:module'
import { join } from 'node:path'
import { explain } from './build/explain-error.ts'
import { root } from './build/root.ts'

// V8 keeps what it compiles of the libraries: half a second less for each command.
module.enableCompileCache(join(root, 'node_modules/.cache/node'))

/** Runs a command of package.json. An error is printed as its cause says it, and the command ends with 1. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    console.error(await explain(error))
    process.exit(1) // A source that hangs would keep the process.
  }
}
