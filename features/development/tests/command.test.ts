import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../../tests/support/folders.ts'

const read = (name: string) => readFileSync(join(root, name), 'utf8')
const { dev } = JSON.parse(read('package.json')).scripts

test('npm run dev loads .env, and exits with npm', () => {
  expect(dev).toContain('--import ./scripts/load-env.mjs --import ./scripts/end-with-npm.mjs')
})

test('V8 flags are in the command line of npm run dev only: set at run time, they may crash Node', () => {
  expect(dev).toMatch(/^node .*--heap-growing-percent=\d+ .*\/dev\.ts$/)
  const files = globSync('{scripts,server,features/development}/**/*.{ts,tsx,mjs}', { cwd: root })
  const ofProgram = files.filter(file => !file.includes('tests'))
  expect(ofProgram).toContain(join('features/development/dev.ts'))
  expect(ofProgram.filter(file => read(file).includes('setFlagsFromString'))).toEqual([])
})
