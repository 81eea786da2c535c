import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../../tests/support/folders.ts'

const read = (name: string) => readFileSync(join(root, name), 'utf8')
const { dev } = JSON.parse(read('package.json')).scripts

test('npm run dev reads .env, and ends with npm', () => {
  expect(dev).toContain('--import ./scripts/load-env.mjs --import ./scripts/end-with-npm.mjs')
})

test("npm run dev has V8's flags in Node's arguments: set after the start, they may crash it", () => {
  expect(dev).toMatch(/^node .*--heap-growing-percent=\d+ .*\/dev\.ts$/)
  const files = globSync('{scripts,server,features/development}/**/*.{ts,tsx,mjs}', { cwd: root })
  const ofProgram = files.filter(file => !file.includes('tests'))
  expect(ofProgram).toContain(join('features/development/dev.ts'))
  expect(ofProgram.filter(file => read(file).includes('setFlagsFromString'))).toEqual([])
})
