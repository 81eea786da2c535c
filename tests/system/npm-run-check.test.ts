// What npm run check prints, how it differs for a site, and which files it and npm run fix leave alone.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { copyProject, runNode, runScript } from '../support/copy-project.ts'

const folder = copyProject({ withTests: true })
const at = (name: string) => join(folder, name)
const check = () => runScript(folder, 'scripts/check.ts')

const PUBLIC_FILE = 'shared/site/public/widget.js'
const ugly = 'var  a = "b";;'
mkdirSync(at('shared/site/public'), { recursive: true })
writeFileSync(at(PUBLIC_FILE), ugly)

/** Runs npm run check with this text as shared/wrong.ts. */
async function checkWith(text: string) {
  writeFileSync(at('shared/wrong.ts'), text)
  onTestFinished(() => rmSync(at('shared/wrong.ts'), { force: true })) // A test may call this twice.
  return await check()
}

test('npm run check reports the findings of Biome and of the compiler in one run, and suggests npm run fix', async () => {
  const { code, output } = await checkWith('export const wrong: string = 1;\n')
  expect(output).toMatch(/shared\/wrong\.ts format /)
  expect(output).toMatch(/shared\/wrong\.ts\(1,14\): error TS2322/)
  expect(output).toMatch(/npm run fix/)
  expect(code).toBe(1)
})

test('npm run check repeats an error until it’s fixed, and doesn’t suggest npm run fix, which wouldn’t help', async () => {
  const mistake = /shared\/wrong\.ts\(1,14\): error TS2322/
  const first = await checkWith('export const wrong: string = 1\n')
  expect(first.output).toMatch(mistake)
  expect(first.output).not.toMatch(/npm run fix/)
  const again = await check()
  expect(again.output).toMatch(mistake)
  expect(again.code).toBe(1)
  expect(await checkWith("export const wrong: string = 'right'\n")).toMatchObject({ code: 0 })
})

test('npm run check exits with 1 and suggests npm run fix if only the order of imports is wrong', async () => {
  const { code, output } = await checkWith(
    "import { MAX_TITLE_LENGTH } from './titles.ts'\nimport { hasParams } from './route-table.ts'\n\nexport const wrong = [MAX_TITLE_LENGTH, hasParams]\n",
  )
  expect(output).toMatch(/^npm run fix corrects what Biome can correct by itself\.$/m)
  expect(code).toBe(1)
})

test('in a terminal, npm run check prints the findings of both tools in colour, and the wrong line', async () => {
  writeFileSync(at('shared/wrong.ts'), 'export const wrong: string = 1;\n')
  onTestFinished(() => rmSync(at('shared/wrong.ts')))
  const inTerminal = ['--import', 'data:text/javascript,process.stdout.isTTY = true']
  const { output } = await runNode(folder, [...inTerminal, '--import', 'tsx', 'scripts/check.ts'])
  const ESCAPE = String.fromCharCode(27)
  const linesOf = (words: RegExp) => output.split('\n').filter(line => words.test(line))
  const plain = stripVTControlCharacters(output)
  expect({
    colouredByBiome: linesOf(/wrong\.ts.*format/).some(line => line.includes(ESCAPE)),
    colouredByCompiler: linesOf(/TS2322/).some(line => line.includes(ESCAPE)),
    lineOfCompiler: plain.match(/^1 export const wrong: string = 1;$/m)?.[0],
    hint: plain.match(/^npm run fix corrects/m)?.[0],
  }).toEqual({
    colouredByBiome: true,
    colouredByCompiler: true,
    lineOfCompiler: '1 export const wrong: string = 1;',
    hint: 'npm run fix corrects',
  })
})

/** Runs npm run check with this text as a further page of the site. */
async function checkPage(text: string) {
  const page = at('shared/site/pages/one-more.tsx')
  writeFileSync(page, text)
  onTestFinished(() => rmSync(page))
  return await check()
}

test.each([
  ['an unused variable', 'const a = 1\n\nexport const b = 2\n', 'This variable a is unused'],
  ['a role that HTML has an element for', 'export const A = () => <div role="group" />\n', '<fieldset>'],
])('in a file of the site, %s is only a hint, and looks like one', async (_, text, hint) => {
  const { code, output } = await checkPage(text)
  expect(output).toMatch(/one-more\.tsx/)
  expect(output).toContain(hint)
  expect(output).not.toMatch(/×|errors were emitted/)
  expect(code).toBe(0)
})

test.each([
  ['the format', 'export const a = "1";;\n'],
  [
    'the order of imports',
    "import { routes } from '../routes.ts'\nimport { company } from '../company.ts'\n\nexport const a = [routes, company]\n",
  ],
])('in a file of the site, npm run check ignores %s', async (_, text) => {
  const { code, output } = await checkPage(text)
  expect(output).not.toMatch(/one-more\.tsx/)
  expect(code).toBe(0)
})

test.each([
  ['an image without an alt text', 'export const A = () => <img src="/a.png" />\n', 'useAltText'],
  ['a syntax error', 'export const = 1\n', 'parse'],
])('in a file of the site, %s is rejected', async (_, text, rule) => {
  const { code, output } = await checkPage(text)
  expect(output).toMatch(new RegExp(`one-more\\.tsx:.*${rule}`))
  expect(code).toBe(1)
})

describe('an unchecked indexed access', () => {
  const errorsIn = async (file: string, code: string) => {
    writeFileSync(at(file), code)
    const { output } = await check()
    rmSync(at(file))
    return output.match(/^\S+\.tsx?(?=\(\d+,\d+\): error)/gm) ?? []
  }
  const inSite = 'shared/site/ui/list.ts'
  const inEngine = 'server/lib/list.ts'

  test('is accepted in a site, and rejected in the engine', async () => {
    const code = 'export const first = (list: string[]): string => list[0]\n'
    expect(await errorsIn(inSite, code)).toEqual([])
    expect(await errorsIn(inEngine, code)).toEqual([inEngine])
  })

  test('doesn’t hide another type error in a site', async () => {
    const code = 'export const first = (list: string[]): number => list[0]\n'
    expect(await errorsIn(inSite, code)).toEqual([inSite])
  })
})

test("a biome.json in the site's folder can turn our linter and formatter off", async () => {
  writeFileSync(
    at('shared/site/biome.json'),
    '{ "root": false, "extends": "//", "linter": { "enabled": false }, "formatter": { "enabled": false } }',
  )
  onTestFinished(() => rmSync(at('shared/site/biome.json')))
  const { code, output } = await checkPage('export const A = () => <img src="/a.png" />;;\n')
  expect(output).not.toMatch(/one-more\.tsx/)
  expect(code, output).toBe(0)
  await runNode(folder, [at('node_modules/@biomejs/biome/bin/biome'), 'check', '--write', '.'])
  expect(readFileSync(at('shared/site/pages/one-more.tsx'), 'utf8')).toMatch(/;;/)
})

test('npm run check and npm run fix ignore the files of shared/site/public/', async () => {
  expect((await check()).output).not.toContain('widget.js')
  const biome = at('node_modules/@biomejs/biome/bin/biome')
  await runNode(folder, [biome, 'check', '--write', '.'])
  expect(readFileSync(at(PUBLIC_FILE), 'utf8')).toBe(ugly)
})
