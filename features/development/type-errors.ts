import { checkTypes } from '../../scripts/lib/check-types.ts'

/**
 * Returns a function that runs the type checker, and prints its errors if they have changed. Edits during a run share the next
 * run. The checker ends after each run: if it watched the files, it would hold a gigabyte.
 */
export function createTypeCheck(): () => void {
  let calls = 0
  let last = Promise.resolve()
  let printed = ''

  async function check(): Promise<void> {
    const { output } = await checkTypes()
    if (output !== printed) console.error(output || 'no more type errors')
    printed = output
  }

  return () => {
    const call = ++calls
    last = last.then(() => (call === calls ? check().catch(console.error) : undefined))
  }
}
