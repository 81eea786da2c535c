// Writes approved/ anew, from what `npm run prerender` has left.
import { rmSync } from 'node:fs'
import { startVitest } from 'vitest/node'
import { APPROVED, isAgreed } from '../support/agreed.ts'

if (isAgreed) {
  rmSync(APPROVED, { recursive: true, force: true })
  await startVitest('test', ['tests/site/approved'], { project: 'site', run: true, update: true })
} else console.log('Nothing is approved of a company’s own site: git has its words and styles.')
