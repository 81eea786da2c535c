import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { FAILURE_PICTURES } from '../../support/pictured.ts'
import own from '../package.json' with { type: 'json' }

/** Runs once, before the tests of this folder. */
export default function prepare(): void {
  rmSync(FAILURE_PICTURES, { recursive: true, force: true })
  const isMissing = (name: string) => !existsSync(join(import.meta.dirname, '../node_modules', name))
  if (!Object.keys(own.dependencies).some(isMissing)) return
  const error = new Error('The browsers of the tests are not installed: npm run browsers')
  error.stack = error.message // Where this is checked explains nothing.
  throw error
}
