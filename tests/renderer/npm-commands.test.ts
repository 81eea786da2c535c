// The commands of package.json, which have to run in any shell.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../support/folders.ts'

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

test('every command is simple enough for any shell, that of Windows too', () => {
  // No quotes, variables, pipes or globs, and nothing that only a POSIX shell has.
  const simple = /^(node|npm run|npm install|biome|tsc|vitest)( [\w./:-]+)*( && (npm run|tsc)( [\w./-]+)*)?$/
  const others = Object.entries<string>(scripts).filter(([, script]) => !simple.test(script))
  expect(others).toEqual([])
})

test('what runs until it is ended is a single command, by which a shell replaces itself', () => {
  const { start, dev } = scripts
  expect({ start, dev }).toEqual({
    start: expect.not.stringContaining('&&'),
    dev: expect.not.stringContaining('&&'),
  })
})
