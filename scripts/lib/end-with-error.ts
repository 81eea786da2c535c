import { explain } from './explain-error.ts'

/** Prints an error, and ends the process with 1: a hanging source of data would keep it alive. */
export async function endWithError(error: unknown): Promise<never> {
  console.error(await explain(error))
  process.exit(1)
}
