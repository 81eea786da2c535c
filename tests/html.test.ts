import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HtmlValidate } from 'html-validate'
import { createElement } from 'react'
import { describe, expect, test } from 'vitest'
import { problems } from '../scripts/check/page-checks.ts'
import { picturesOf } from '../scripts/write/costs.ts'
import { fileOf, NOWHERE, redirectFile } from '../server/paths.ts'
import { createRenderer } from '../server/render.tsx'
import { company } from '../shared/company.ts'
import { pages } from '../shared/pages.ts'
import { leaveOut } from './support/needs.ts'
import { dist, hosted, origin, pagesWith } from './support/server.ts'
import { moved, other, paths, table } from './support/table.ts'

/** All but those that a company has put into shared/public/. */
const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter(
  name => name.endsWith('.html') && !hosted.ownHtml.includes(`/${name}`),
)
const pageFiles = [...paths, NOWHERE].map(fileOf)
const read = (file: string) => readFileSync(join(dist, file), 'utf8')

// All rules but the four that dislike how React writes.
const validator = new HtmlValidate({
  extends: ['html-validate:recommended', 'html-validate:document'],
  rules: {
    'void-style': 'off',
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
  },
})

test('every page of the table is a file, and so are the not-found page and the pages that redirect', () => {
  const redirecting = moved.flatMap(([from]) => redirectFile(from, table) ?? [])
  expect(files.sort()).toEqual([...pageFiles, ...redirecting].sort())
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
const noChecker = leaveOut(!VNU_JAR, 'VNU_JAR names no file of the Nu checker')
test('the Nu checker finds no error in any page', noChecker, () => {
  const paths = files.map(file => join(dist, file))
  const { stderr } = spawnSync('java', ['-jar', VNU_JAR, '--errors-only', '--format', 'json', ...paths], {
    encoding: 'utf8',
  })
  const { messages } = JSON.parse(stderr) as { messages: { url: string; message: string }[] }
  // It does not know container queries and view transitions, neither in CSS nor in React's attributes for them.
  const known = /^CSS: |^Attribute “vt-/
  expect(messages.filter(({ message }) => !known.test(message))).toEqual([])
})

test('the pages have no problem for which the build would refuse them', () => {
  const names = new Set(readdirSync(dist, { recursive: true, encoding: 'utf8' }).map(name => `/${name}`))
  const all = new Map([...paths, NOWHERE].map(path => [path, read(fileOf(path))]))
  expect(
    problems(
      all,
      table,
      path => names.has(path) || all.has(path) || path === (company.members?.path ?? '/members'),
    ),
  ).toEqual([])
})

describe('the build refuses a page, names it and says why:', () => {
  const path = pages.home.path
  const html = read(fileOf(path))
  const text = 'x'.repeat(200)
  const damages: [string, RegExp, string, string][] = [
    ['an empty title', /<title>[^<]*/, '<title>', 'pages.home.title has 0 characters: write 5 to 60'],
    ['a title that would be cut', /<title>[^<]*/, `<title>${text}`, 'pages.home.title has 200 characters'],
    [
      'a description that would be cut',
      /(name="description" content=")[^"]*/,
      `$1${text}`,
      'pages.home.description has 200 characters: write 50 to 160',
    ],
    ['no heading', /<h1.*<\/h[1-6]>/s, '', 'has not exactly one h1'],
    ['two headings of the page', /<h1/, '<h1></h1><h1', 'has not exactly one h1'],
    ['a heading that skips a level', /<\/main>/, '<h2></h2><h4></h4></main>', 'an h4 follows an h2'],
    ['a dead link', /<main/, '<a href="/nowhere?a#b"></a><main', 'the link to /nowhere is dead'],
    ['a relative link', /<main/, '<a href="nowhere"></a><main', 'the link to nowhere is dead'],
    ['a missing asset', /<main/, '<img src="/assets/none.png"><main', 'the link to /assets/none.png is dead'],
    ['a dead fragment', /<main/, '<a href="#none"></a><main', 'the link to #none names no id'],
    [
      "another page's dead fragment",
      /<main/,
      `<a href="${path}#none"></a><main`,
      `the link to ${path}#none names`,
    ],
    [
      'a form that the policy blocks',
      /<main/,
      '<form method="post" action="https://forms.example.com/1"></form><main',
      'the policy blocks <form method="post" action="https://forms.example.com/1">: allow https://forms.example.com as form-action',
    ],
    [
      'a frame that the policy blocks',
      /<main/,
      '<iframe src="https://maps.example.com"></iframe><main',
      'the policy blocks <iframe src="https://maps.example.com">: allow https://maps.example.com as frame-src',
    ],
    [
      'a video that the policy blocks',
      /<main/,
      '<video src="https://video.example.com/tour.mp4"></video><main',
      'the policy blocks <video src="https://video.example.com/tour.mp4">: allow https://video.example.com as media-src',
    ],
    [
      'a style attribute, which the policy blocks',
      /<main/,
      '<b style="color:red"></b><main',
      'the policy blocks the style of <b style="color:red">: write a class',
    ],
    ['an id that stands twice', /<main/, '<i id="main"></i><main', 'the id main stands twice'],
  ]
  test.each(damages)('%s', (_, pattern, replacement, problem) => {
    const damaged = html.replace(pattern, replacement)
    expect(damaged).not.toBe(html)
    const found = problems(new Map([[path, damaged]]), table, target => !/^\/?nowhere|none/.test(target))
    expect(found).toEqual([expect.stringContaining(`${path}: ${problem}`)])
  })

  test('a title and a description that two pages share', () => {
    const found = problems(
      new Map([
        [path, html],
        ['/copy', html],
      ]),
      table,
      () => true,
    )
    expect(found).toEqual([
      `/copy: has the same title as ${path}`,
      `/copy: has the same description as ${path}`,
    ])
  })

  test('a title that the company makes too long, with the length of each of its parts', () => {
    const title = `${company.name}, `.repeat(60)
    const [problem] = problems(
      new Map([['/nowhere', html.replace(/<title>[^<]*/, `<title>${title}`)]]),
      table,
      () => true,
    )
    expect(problem).toBe(
      `/nowhere: the title has ${title.length} characters: write 5 to 60. ` +
        `It is "${'<company.name>, '.repeat(60)}", and company.name has ${company.name.length}`,
    )
  })
})

test('words of a page are never taken for markup', async () => {
  const words =
    '(/robots.txt) <h1> <h6>6</h6> </main> <title>x</title> <style> <picture><img src="/a.png"></picture> ' +
    ' href="/dead" src="/dead.js" poster="/dead.jpg" srcset="/dead.png 2x" id="main" style="color: red" ' +
    '<form action="https://forms.example.com"> <iframe src="//a.example"> <meta name="robots" content="noindex"'
  const article = createElement('p', { title: words }, words)
  const site = await pagesWith(createElement('article', null, createElement('h1', null, words), article))
  const page = await site
    .at(other.path)
    ?.prepare({ url: new URL(origin), signal: new AbortController().signal })
  if (!page) return expect.fail('there is no page')
  const named = { ...page, words: { ...page.words, description: words.slice(0, 100) } }
  const render = createRenderer({ origin, menus: table.menus })
  const html = (await render(named, new AbortController().signal)).toString()
  expect(html).toContain('(/robots.txt) &lt;h1&gt;')
  expect(problems(new Map([[other.path, html]]), table, path => !/dead|a\.png|robots/.test(path))).toEqual([])
  expect(picturesOf(html)).toEqual(picturesOf(read(fileOf(other.path)).replace(/<article.*<\/article>/s, '')))
})
