import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../../tests/support/folders.ts'

test('npm run dev reads .env, and ends with npm', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(scripts.dev).toContain('--import ./scripts/load-env.mjs --import ./scripts/end-with-npm.mjs')
})
