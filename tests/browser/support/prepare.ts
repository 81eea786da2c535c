import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { FAILURE_PICTURES } from '../../support/pictured.ts'
import own from '../package.json' with { type: 'json' }
import { unpackCarried } from './carried.ts'

const isInstalled = (name: string) => existsSync(join(import.meta.dirname, '../node_modules', name))

/** Runs once before the tests of this folder. */
export default function prepare(): void {
  if (!Object.keys(own.dependencies).every(isInstalled)) {
    console.error('The browsers of the tests are not installed: npm run browsers')
    process.exit(1) // For an error, Vitest would print a stack, too, and that it found no tests.
  }
  unpackCarried()
  rmSync(FAILURE_PICTURES, { recursive: true, force: true })
}
