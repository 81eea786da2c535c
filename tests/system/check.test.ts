import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copyProject, runNode, runScript } from '../support/copy-project.ts'

const folder = copyProject()
const at = (name: string) => join(folder, name)
const check = () => runScript(folder, 'scripts/check.ts')

const PUBLIC_FILE = 'shared/site/public/widget.js'
const ugly = 'var  a = "b";;'
mkdirSync(at('shared/site/public'), { recursive: true })
writeFileSync(at(PUBLIC_FILE), ugly)

test('npm run check says what Biome finds and what the compiler finds, and names npm run fix where that helps', async () => {
  writeFileSync(at('shared/wrong.ts'), 'export const wrong: string = 1;\n')
  const both = await check()
  expect(both.code).toBe(1)
  expect(both.output).toMatch(/shared\/wrong\.ts format /)
  expect(both.output).toMatch(/shared\/wrong\.ts\(1,14\): error TS2322/)
  expect(both.output).toMatch(/npm run fix/)

  writeFileSync(at('shared/wrong.ts'), 'export const wrong: string = 1\n')
  const ofTypes = await check()
  expect(ofTypes.code).toBe(1)
  expect(ofTypes.output).toMatch(/shared\/wrong\.ts\(1,14\): error TS2322/)
  expect(ofTypes.output).not.toMatch(/npm run fix/)

  writeFileSync(at('shared/wrong.ts'), "export const wrong = ''\n")
  const { code, output } = await check()
  expect(code, output).toBe(0)
})

test('neither npm run check nor npm run fix touches the files of shared/site/public/', async () => {
  expect((await check()).output).not.toContain('widget.js')
  const biome = at('node_modules/@biomejs/biome/bin/biome')
  await runNode(folder, [biome, 'check', '--write', '.'])
  expect(readFileSync(at(PUBLIC_FILE), 'utf8')).toBe(ugly)
})
