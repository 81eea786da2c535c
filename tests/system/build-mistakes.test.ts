// Mistakes that fail a build or a prerender late, while it bundles or renders, and warnings of a build that succeeds.
// refused-builds.test.ts has the mistakes that fail it earlier.
import { existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { copyToBreak } from '../support/copy-to-break.ts'

const { folder, edit, add, restore, build, prerender, refused } = await copyToBreak()
afterEach(restore)

const PAGES = 'shared/site/routes.ts'
const CONTACT = 'shared/site/pages/contact.tsx'

test('a prerender reports the errors of its pages, and writes nothing', async () => {
  rmSync(join(folder, 'dist'), { recursive: true, force: true })
  edit('shared/site/pages/sent.tsx', '<p>', "{[].map.call('kaputt')}<p>")
  const { refusal } = await prerender()
  expect(refusal?.split('\n')).toEqual([
    expect.stringMatching(/^\/anfrage\/gesendet: .*undefined is not a function$/),
  ])
  expect(existsSync(join(folder, 'dist'))).toBe(false)
})

describe('a successful build', () => {
  const unused = join(folder, `node_modules/.cache/site/unused-${process.pid}`)
  let built: Awaited<ReturnType<typeof build>>
  afterAll(restore) // Even if the beforeAll() below fails half-way.
  beforeAll(async () => {
    // One package without a licence file, with a mistake in its stylesheet, and another one that only the server uses.
    add('shared/site/node_modules/old/package.json', '{ "license": "ISC" }')
    add('shared/site/node_modules/old/old.css', '.old {\n  colr: red;\n  top: 5px;\n}\n')
    add('server/site/node_modules/plain/package.json', '{ "type": "module" }')
    add('server/site/node_modules/plain/index.js', 'Object.assign({})')
    edit('server/site/middleware.ts', /^/, "import 'plain'\n")
    edit(
      CONTACT,
      /^/,
      `import 'old/old.css'; export const never = [] === 1
       // esbuild keeps this call, which has no effect: the build runs in this process.
       Object.assign({}, { sets: 'a label', Early: class { static { this.label = 'a' } } })\n`,
    )
    writeFileSync(unused, '')
    utimesSync(unused, 0, 0)
    built = await build()
  })

  test('warns about mistakes in packages', () => {
    expect(built).toEqual({
      refusal: undefined,
      printed: [
        'WARNING: shared/site/pages/contact.tsx:1: Comparison using the "===" operator here is always false',
        'WARNING: shared/site/node_modules/old/old.css:2: "colr" is not a known CSS property',
        'WARNING: shared/site/node_modules/old has no file with its licence: licences.txt has the licence of package.json, "ISC".',
        'WARNING: server/site/node_modules/plain has no file with its licence: licences.txt has the licence of package.json, "unknown".',
        expect.stringMatching(/^engine \d/),
      ],
    })
  })

  test('removes cached files that no build has used for a long time', () => {
    expect(existsSync(unused)).toBe(false)
  })

  test('transpiles syntax that the oldest supported browsers lack', () => {
    const assets = join(folder, 'build/public/assets')
    const scripts = readdirSync(assets).filter(name => /^contact-.*\.js$/.test(name))
    const text = scripts.map(name => readFileSync(join(assets, name), 'utf8')).join('')
    expect(text).toContain('a label')
    expect(text).not.toMatch(/\bstatic\s*\{/)
  })
})

test('pages without a component fail the build, which names them', async () => {
  edit(PAGES, 'whyReact:', 'whyVue:')
  edit(PAGES, '  sent:', '  received:') // This page never hydrates.
  const { refusal } = await refused()
  const cure = 'has no component: write it, and name it in shared/site/components.ts'
  expect(refusal.split('\n')).toEqual([`routes.whyVue ${cure}`, `routes.received ${cure}`])
})

test.each<[what: string, file: string, from: RegExp | string, to: string, message: RegExp]>([
  [
    'a page without a default export',
    CONTACT,
    'export default ',
    'export ',
    /^✘ \[ERROR\] No matching export in "shared\/site\/pages\/contact\.tsx" for import "default"$/,
  ],
  ['an extra brace in a page', CONTACT, /^/, '}\n', /shared\/site\/pages\/contact\.tsx:1:0:/],
  ['an extra brace in company.ts', 'shared/site/company.ts', /^/, '}\n', /shared\/site\/company\.ts:1:0:/],
])('%s fails the build with its place, and without a stack', async (...mistake) => {
  const [, file, from, to, message] = mistake
  edit(file, from, to)
  const { refusal, hasStack } = await refused()
  expect(refusal).toMatch(message)
  expect(hasStack).toBe(false)
})

test('a build names the file of an invalid component, and the file of a package that throws', async () => {
  const page = 'shared/site/pages/sent.tsx'
  edit(page, /^/, 'const Card = ({ as: As }: { as?: any }) => <As />\n')
  edit(page, '<p>', '<Card /><p>')
  const refused = await build()
  expect(refused.refusal).toMatch(
    /^\/anfrage\/gesendet: shared\/site\/pages\/sent\.tsx:1:\d+: Element type is invalid/,
  )
  add('shared/site/node_modules/gone/package.json', '{ "main": "index.js", "license": "ISC" }')
  add('shared/site/node_modules/gone/index.js', 'export const Gone = () => as')
  edit(page, /^.*/, "import { Gone as Card } from 'gone'")
  const { refusal } = await build()
  expect(refusal).toBe('/anfrage/gesendet: node_modules/gone/index.js:1:27: as is not defined')
})

test('a build reports the place in the source where a module of a page throws', async () => {
  edit('shared/site/pages/sent.tsx', /$/, '\nexport const first = undefined.first\n')
  const { refusal } = await build()
  expect(refusal).toMatch(/at shared\/site\/pages\/sent\.tsx:\d+:\d+$/m)
})

test('an error in transformStyle fails the build, with the stylesheet and the reason', async () => {
  edit('server/site/widths.json', '{', '')
  const { refusal } = await build()
  expect(refusal).toMatch(/transformStyle: .* JSON .*\s+shared\/\S+\.css:1:/)
})

test('a stylesheet may reference a file of public/ by its URL', async () => {
  add('shared/site/public/grid.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
  edit('shared/site/pages/prices.css', '.sheet {\n', '.sheet {\n  background: url("/grid.svg#a");\n')
  expect((await build()).refusal).toBeUndefined()
  expect(readFileSync(join(folder, 'build/manifest.json'), 'utf8')).toContain('url(/grid.svg#a)')
})

test('a build reports the place of the word in an error of transformStyle, such as Tailwind’s', async () => {
  const refusing =
    "  if (css.includes('p-440')) throw new Error('Cannot apply unknown utility class `p-44`')\n"
  edit('server/site/styles.ts', '  const widths', `${refusing}  const widths`)
  edit('shared/site/pages/prices.css', '.sheet {\n', '.sheet {\n  @apply p-440 p-44;\n')
  const { refusal } = await build()
  expect(refusal).toMatch(/transformStyle: .*`p-44`\s+shared\/site\/pages\/prices\.css:2:15:/)
})
