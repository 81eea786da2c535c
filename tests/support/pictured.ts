import { join, relative } from 'node:path'
import type { Reporter } from 'vitest/node'
import { root } from './folders.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** Whether the test failed and pictures of its open pages are in FAILURE_PICTURES. */
    pictured?: boolean
  }
}

export const FAILURE_PICTURES = join(root, 'screenshots/failed')

/** Prints at the end of a run where the pictures of failed tests are. */
export const pictured: Reporter = {
  onTestRunEnd(modules) {
    const all = modules.flatMap(({ children }) => [...children.allTests()])
    if (all.some(test => test.meta().pictured))
      console.log(`\nThe pages that failed tests had open are in ${relative(root, FAILURE_PICTURES)}`)
  },
}
