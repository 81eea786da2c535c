import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node'

/** Reports at the end of a run which tests were left out, and why. */
export const leftOut: Reporter = {
  onTestRunEnd(modules) {
    const all = modules.flatMap(({ children }) => [...children.allTests()])
    const skipped = all.filter(test => test.result().state === 'skipped')
    const byReason = Map.groupBy(skipped, reasonOf)
    byReason.delete(undefined) // `vitest -t` skips the tests that weren't asked for.
    if (byReason.size > 0) console.log('\nLeft out:')
    for (const [reason, { length }] of byReason)
      console.log(`  ${length} ${length === 1 ? 'test' : 'tests'}: ${reason}`)
  },
}

/** The reason of the test, or else of the closest describe around it. */
function reasonOf(test: TestCase): string | undefined {
  for (let task: TestCase | TestSuite | TestModule = test; task.type !== 'module'; task = task.parent)
    if (task.meta().leftOut) return task.meta().leftOut
  return undefined
}
