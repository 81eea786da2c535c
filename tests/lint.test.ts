import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from './support/folders.ts'

const component = (code: string, markup = '') =>
  `export default function Page() {\n  ${code}\n  return <p>${markup}</p>\n}\n`

const refused: [what: string, code: string, message: RegExp][] = [
  ['reads the query', component('const [params] = useSearchParams()'), /once for every query/],
  ['reads it from the location', component('const { search } = useLocation()'), /once for every query/],
  ['reads it by another name', component('const { search: query } = useLocation()'), /once for every query/],
  ['shows the time', component('', '{new Date().getFullYear()}'), /another value than the server/],
  ['takes the time', component('const now = Date.now()'), /another value than the server/],
  ['draws lots', component('', '{rows.map(() => <b>{Math.random()}</b>)}'), /another value than the server/],
  ['asks which side it is on', component("const b = typeof window !== 'undefined'"), /something else than/],
  ['imports the table', "import { pages } from '../pages.ts'", /the words of all pages/],
  ['imports a module of Node', "import { readFile } from 'node:fs'", /nothing of a server/],
  ['imports a package of the server', "import express from 'express'", /nothing of a server/],
  ['imports a file of the server', "import { createSite } from '../../server/site.ts'", /shared\/ only/],
]

const accepted: [what: string, code: string][] = [
  ['imports packages', "import { Chart } from 'a-chart'\nimport { DateTime } from '@a/date/time'"],
  ['imports the types of the table', "import type { Page } from '../pages.ts'"],
  ['knows its path', component('const { pathname, hash } = useLocation()')],
  ['shows a given day', component("const day = new Date('2026-11-21')")],
  ['reads the clock in an effect', component('useEffect(() => console.log(Date.now(), Math.random()))')],
  ['reads the clock in a handler', component('', '<button onClick={() => send(new Date())}>Send</button>')],
  ['reads the clock in a function', component('async function send() { post(location.search, Date.now()) }')],
]

const folder = mkdtempSync(join(tmpdir(), 'lint-'))
/** What the linter says, by the name of the page's file. */
const said = new Map<string, string>()
beforeAll(() => {
  for (const file of ['biome.json', '.gitignore', 'shared/rendering.grit'])
    cpSync(join(root, file), join(folder, file))
  mkdirSync(join(folder, 'shared/pages'))
  for (const [what, code] of [...refused, ...accepted])
    writeFileSync(join(folder, `shared/pages/${what}.tsx`), code)
  const args = ['lint', '--reporter=json', '--max-diagnostics=none']
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/biome'), args, { cwd: folder, encoding: 'utf8' })
  for (const { category, message, location } of JSON.parse(stdout).diagnostics) {
    if (!/^plugin|noRestrictedImports/.test(category)) continue
    said.set(location.path, `${said.get(location.path) ?? ''}${message}\n`)
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

test.each(refused)('a page that %s is refused, with a word of why', (what, _, message) => {
  expect(said.get(`shared/pages/${what}.tsx`)).toMatch(message)
})

test.each(accepted)('a page that %s is accepted', what => {
  expect(said.get(`shared/pages/${what}.tsx`)).toBeUndefined()
})
