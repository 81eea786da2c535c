import { checkTypes } from '../../scripts/lib/run-tool.ts'

/**
 * Returns what has the compiler look at the types, and prints the errors where they are others than before. It looks once
 * for all edits that were made meanwhile, and ends then: if it watched the files, it would hold a gigabyte.
 */
export function createTypeCheck(): () => void {
  let asked = 0
  let last = Promise.resolve()
  let printed = ''

  async function look(): Promise<void> {
    const { output } = await checkTypes()
    if (output !== printed) console.error(output || 'the types are right again')
    printed = output
  }

  return () => {
    const number = ++asked
    last = last.then(() => (number === asked ? look().catch(console.error) : undefined))
  }
}
