// The commands read variables from .env.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { runNode } from '../support/copy-project.ts'
import { root } from '../support/folders.ts'

const loadEnv = join(root, 'scripts/load-env.mjs')

test('a command reads the variables in .env, which don’t override the environment', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'env-'))
  writeFileSync(join(folder, '.env'), 'FROM_FILE=file\nFROM_BOTH=file\n')
  const print = 'console.log(process.env.FROM_FILE, process.env.FROM_BOTH)'
  const { output } = await runNode(folder, ['--import', pathToFileURL(loadEnv).href, '-e', print], {
    FROM_BOTH: 'shell',
  })
  expect(output).toBe('file shell\n')
})

test.each([
  {
    what: 'with a byte order mark, as Notepad writes it',
    text: '\ufeffFROM_FILE=Straße\n',
    encoding: 'utf8',
  },
  { what: 'in UTF-16, as PowerShell writes it', text: '\ufeffFROM_FILE=Straße\r\n', encoding: 'utf16le' },
] as const)('a command reads a .env $what', async ({ text, encoding }) => {
  const folder = mkdtempSync(join(tmpdir(), 'env-'))
  writeFileSync(join(folder, '.env'), text, encoding)
  const args = ['--import', pathToFileURL(loadEnv).href, '-e', 'console.log(process.env.FROM_FILE)']
  expect((await runNode(folder, args)).output).toBe('Straße\n')
})

test('a command exits with 1 if .env is in another encoding, and says which to use', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'env-'))
  writeFileSync(join(folder, '.env'), 'FROM_FILE=Straße\n', 'latin1')
  expect(await runNode(folder, ['--import', pathToFileURL(loadEnv).href, '-e', ''])).toEqual({
    code: 1,
    output: ".env has letters that aren't in UTF-8: save it as UTF-8\n",
  })
})

test('a command exits with 1 if .env is a folder, as Docker makes one for a missing file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'env-'))
  mkdirSync(join(folder, '.env'))
  expect(await runNode(folder, ['--import', pathToFileURL(loadEnv).href, '-e', ''])).toEqual({
    code: 1,
    output: '.env is a folder: delete it, or put a file in its place\n',
  })
})

test('a command runs without a .env', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'env-'))
  expect(await runNode(folder, ['--import', pathToFileURL(loadEnv).href, '-e', ''])).toEqual({
    code: 0,
    output: '',
  })
})
