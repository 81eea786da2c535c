import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HtmlValidate } from 'html-validate'
import { beforeAll, describe, expect, test } from 'vitest'
import { faults } from '../server/static/page-checks.ts'
import { pages } from '../shared/pages.ts'
import { site } from '../shared/site.ts'
import { dist } from './support/server.ts'

const files = readdirSync(dist).filter(name => name.endsWith('.html'))
const read = (file: string) => readFileSync(join(dist, file), 'utf8')

// All rules but the three that dislike how React writes.
const validator = new HtmlValidate({
  extends: ['html-validate:recommended', 'html-validate:document'],
  rules: { 'void-style': 'off', 'attr-case': 'off', 'attribute-boolean-style': 'off' },
})

test('every page of the table is a file, and so is the not-found page', () => {
  const expected = Object.values(pages).map(({ path }) => (path === '/' ? 'index' : path.slice(1)))
  expect(files.sort()).toEqual([...expected, '404'].map(name => `${name}.html`).sort())
})

test.each(files)('html-validate finds nothing in %s', async file => {
  const { results } = await validator.validateString(read(file))
  expect(
    results.flatMap(({ messages }) =>
      messages.map(m => `${file}:${m.line}:${m.column} ${m.ruleId} ${m.message}`),
    ),
  ).toEqual([])
})

// The jar is 30 MB and needs Java, so it is not a dependency: npm i --no-save vnu-jar, and name it in VNU_JAR.
const { VNU_JAR = '' } = process.env
test.skipIf(!VNU_JAR)('the Nu checker finds no error in any page (where VNU_JAR names it)', () => {
  const paths = files.map(file => join(dist, file))
  const { stderr } = spawnSync('java', ['-jar', VNU_JAR, '--errors-only', '--format', 'json', ...paths], {
    encoding: 'utf8',
  })
  const { messages } = JSON.parse(stderr) as { messages: { url: string; message: string }[] }
  // It does not know container queries and view transitions, neither in CSS nor in React's attributes for them.
  const known = /^CSS: |^Attribute “vt-/
  expect(messages.filter(({ message }) => !known.test(message))).toEqual([])
})

const urlOf = (file: string) => `/${file.replace(/\.html$/, '').replace(/^index$/, '')}`

test('the pages have no fault for which the build would refuse them', () => {
  const names = new Set(readdirSync(dist, { recursive: true, encoding: 'utf8' }).map(name => `/${name}`))
  const all = new Map(files.map(file => [urlOf(file), read(file)]))
  expect(faults(all, path => names.has(path) || all.has(path) || path === site.members.path)).toEqual([])
})

describe('the build refuses a page, names it and says why:', () => {
  let about: string
  beforeAll(() => {
    about = read('about.html')
  })
  const text = 'x'.repeat(200)
  const damages: [string, RegExp, string, string][] = [
    ['an empty title', /<title>[^<]*/, '<title>', 'the title has 0 characters'],
    ['a title that would be cut', /<title>[^<]*/, `<title>${text}`, 'the title has 200 characters'],
    [
      'a description that would be cut',
      /(name="description" content=")[^"]*/,
      `$1${text}`,
      'the description has 200',
    ],
    ['no heading', /<h1>.*?<\/h1>/, '', 'has not exactly one h1'],
    ['two headings of the page', /<h1>/, '<h1></h1><h1>', 'has not exactly one h1'],
    ['a heading that skips a level', /<\/h1>/, '</h1><h3></h3>', 'an h3 follows an h1'],
    ['a dead link', /<main/, '<a href="/nowhere?a#b"></a><main', 'the link to /nowhere is dead'],
    ['a relative link', /<main/, '<a href="contact"></a><main', 'the link to contact is dead'],
    ['a missing asset', /<main/, '<img src="/assets/none.png"><main', 'the link to /assets/none.png is dead'],
    ['a dead fragment', /<main/, '<a href="#none"></a><main', 'the link to #none names no id'],
    [
      "another page's dead fragment",
      /<main/,
      '<a href="/about#none"></a><main',
      'the link to /about#none names',
    ],
    ['an id that stands twice', /<main/, '<i id="main"></i><main', 'the id main stands twice'],
  ]
  test.each(damages)('%s', (_, pattern, replacement, fault) => {
    const damaged = about.replace(pattern, replacement)
    expect(damaged).not.toBe(about)
    const found = faults(
      new Map([['/about', damaged]]),
      path => path !== '/nowhere' && !/none|^contact/.test(path),
    )
    expect(found).toEqual([expect.stringContaining(`/about: ${fault}`)])
  })
  test('a title and a description that two pages share', () => {
    const found = faults(
      new Map([
        ['/about', about],
        ['/copy', about],
      ]),
      () => true,
    )
    expect(found).toEqual([
      '/copy: has the same title as /about',
      '/copy: has the same description as /about',
    ])
  })
})
