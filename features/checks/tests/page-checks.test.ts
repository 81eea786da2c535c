// What the build refuses in the HTML of a page, with its words: headings, dead links, fragments. policy-checks.test.ts has
// what the CSP blocks, route-table-checks.test.ts what is wrong in a row, and a feature's tests what it refuses.
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { ResolvedRoute } from '../../../tests/support/engine.ts'
import { routeWith, tableOf } from '../../../tests/support/routes.ts'
import { elementsOfPage } from '../html.ts'
import { createCheck } from '../page-checks.ts'

const description = 'What a search result shows of this page: more than fifty characters.'
const routeOf = (id: string, path: ResolvedRoute['path'], more: Partial<ResolvedRoute> = {}) =>
  routeWith(id, path, { heading: id, description, ...more })
const table = tableOf([
  routeOf('home', '/'),
  routeOf('about', '/about', { hydrate: 'never' }),
  routeOf('blog/index.md', '/blog'),
  routeOf('blog/soon.md', '/soon', { menus: { footer: 1 } }),
  routeOf('next', '/next', { menus: { header: 1 } }),
])

/** A page with this in its main. */
const pageWith = (main: string) =>
  `<!DOCTYPE html><html><head><meta http-equiv="Content-Security-Policy" content="default-src &#x27;none&#x27;;` +
  'img-src &#x27;self&#x27; https://*.example.com;script-src &#x27;self&#x27;;form-action &#x27;none&#x27;">' +
  `<title>A page</title><meta name="description" content="${description}"/></head>` +
  `<body><main id="main"><h1>A heading</h1>${main}</main></body></html>`

const site = {
  table,
  isPage: (path: string) => ['/', '/about'].includes(path),
  isFile: (path: string) => ['/logo.png', '/a.js'].includes(path),
  whyMissing: (path: string) => (path === '/later' ? 'later.md is a draft' : undefined),
  isEndpoint: async (path: string) => path === '/api/export.csv',
  linkAt: (path: string, href: string) => `${path}: the link to ${href}`,
}
const problemsOf = async (html: string, path = '/') => {
  const check = createCheck(site)
  await check.add(path, elementsOfPage(html))
  return check.problems()
}

describe('a page is refused', () => {
  test.each([
    ['no heading', pageWith('').replace(/<h1.*h1>/, ''), 'needs exactly one h1'],
    ['two first headings', pageWith('<h1>Two</h1>'), 'needs exactly one h1'],
    ['a skipped level', pageWith('<h2></h2><h4></h4>'), 'an h4 follows an h2: write h3'],
    ['levels down to the last skipped', pageWith('<h2></h2><h6></h6>'), 'an h6 follows an h2: write h3'],
    [
      'a heading before the first',
      pageWith('').replace('<h1>', '<h2></h2><h1>'),
      'the first heading is an h2: begin the page with its h1',
    ],
    [
      'a dead script',
      pageWith('<script src="/no.js">'),
      'the file /no.js: there is no such page, file or endpoint',
    ],
    [
      'a dead link of entities',
      pageWith('<a href="/a&amp;b&copy=1&quot;&#34;&lt;&#60;&gt;&#x3e;&#x27;&#39;&apos;&auml;">'),
      `the link to /a&b&copy=1""<<>>'''ä: there is no such page, file or endpoint`,
    ],
    [
      'a link to no endpoint',
      pageWith('<a href="/api/none.csv" download>'),
      'the link to /api/none.csv: there is no',
    ],
    [
      'a dead link',
      pageWith('<a href="/no?a#b">'),
      'the link to /no?a#b: there is no such page, file or endpoint',
    ],
    ['another spelling', pageWith('<a href="/About/">'), 'the link to /About/: write /about'],
    [
      'a page that a feature has left out',
      pageWith('<a href="/later">'),
      'the link to /later: later.md is a draft',
    ],
    ['a missing picture', pageWith('<img src="/no.png">'), 'the file /no.png: there is no such'],
    ['a missing still', pageWith('<video poster="/no.png">'), 'the file /no.png: there is no such'],
    [
      'a missing picture that React preloads',
      pageWith('<img src="/no.png">').replace('<title>', '<link rel="preload" as="image" href="/no.png"/>$&'),
      'the file /no.png: there is no such',
    ],
    ['a dead fragment', pageWith('<a href="#no">'), '#no: that page has no heading with the address #no'],
    ['a fragment elsewhere', pageWith('<a href="/#no">'), 'the link to /#no: that page has no heading'],
    ['a style attribute', pageWith('<b style="top:1">'), 'the policy blocks the style of <b style="top:1">'],
    ['a form', pageWith('<form action="https://a.example/1">'), 'allow https://a.example as form-action'],
    ['a frame', pageWith('<iframe src="https://a.example/1">'), 'allow https://a.example as frame-src'],
    ['a picture of data', pageWith('<img src="data:image/png,1">'), 'allow data: as img-src'],
    ['a script of a blob', pageWith('<script src="blob:https://a.example/1">'), 'allow blob: as script'],
    ['a picture elsewhere', pageWith('<img src="//a.example/1.png">'), 'allow https://a.example as img-src'],
    [
      'a video elsewhere',
      pageWith('<video src="//a.example/1.mp4">'),
      'allow https://a.example as media-src',
    ],
    [
      'a sound elsewhere',
      pageWith('<audio src="//a.example/1.mp3">'),
      'allow https://a.example as media-src',
    ],
    ['a format elsewhere', pageWith('<source src="//a.example/1">'), 'allow https://a.example as media-src'],
  ])('with %s', async (_, html, problem) => {
    const problems = await problemsOf(html)
    expect(problems).toEqual([expect.stringContaining(problem)])
    expect(problems[0]).toMatch(/^\/: /)
  })
})

describe('a script in the text of a page, as of linked data,', () => {
  const data = '<script type="application/ld+json">{}</script>'
  const strict = (main: string) =>
    pageWith(main).replace('form-action', 'require-trusted-types-for &#x27;script&#x27;;form-action')
  const trustedTypesOf = async (html: string, path = '/') =>
    (await problemsOf(html, path)).filter(text => text.includes('Trusted Types'))

  test('is refused where a click on a link would show the page: Trusted Types block it then', async () => {
    expect(await trustedTypesOf(strict(data))).toEqual([
      "/: Trusted Types block <script type=\"application/ld+json\"> after a click on a link: write linked data as jsonLd in the head of the page. For another script, write hydrate: 'never' in the route, or add this line to sources in server/site/policy.ts: 'require-trusted-types-for': false",
    ])
  })

  test.each([
    ['on a page without a script of ours', strict(data), '/about'],
    ['with a policy that has no Trusted Types', pageWith(data), '/'],
    ['in the head', strict('').replace('</head>', `${data}</head>`), '/'],
  ])('is none %s', async (_, html, path) => {
    expect(await trustedTypesOf(html, path)).toEqual([])
  })
})

test('what the policy blocks in the layout is told once, with the pages', async () => {
  const check = createCheck(site)
  const paths = ['/', '/about', '/next', '/soon', '/blog']
  for (const path of paths) await check.add(path, elementsOfPage(pageWith('<form action="/search">')))
  expect(check.problems()).toEqual([
    "/, /about, /next, /soon, /blog: the policy blocks <form action=\"/search\">: to allow 'self' as form-action, add this line to sources in server/site/policy.ts: 'form-action': [\"'self'\"]",
  ])
})

test('what is wrong with the page for an address without a page is told with its file', async () => {
  const html = pageWith('<a href="/no">').replace(/<h1.*h1>/, '')
  expect(await problemsOf(html, '/404')).toEqual([
    '/404, shared/site/pages/not-found.tsx: needs exactly one h1',
    '/404, shared/site/pages/not-found.tsx: the link to /no: there is no such page, file or endpoint',
  ])
})

test('what leads somewhere, and what the policy allows, is no problem', async () => {
  const main = `<a href="#main"> <a href="/#main"> <a href="/about?a=1#anything"> <a href="/api/export.csv?a=1" download target="_blank"> <a href="about">
    <i id="über-uns"></i><a href="#%C3%BCber-uns"> <a href="#${'über-uns'.normalize('NFD')}"> <i id="r&amp;d&lt;"></i><a href="#r%26d%3C">
    <a href="https://a.example/"> <a href="//a.example/"> <a href="mailto:ada@a.example">
    <img src="/logo.png"> <img src="https://a.example.com/1.png"> <script src="/a.js">`
  expect(await problemsOf(pageWith(main))).toEqual([])
})

test('words of a page are never taken for markup', async () => {
  const words =
    '<h1> <h6> </main> <title>x</title> <img src="/dead.png"> href="/dead" poster="/dead.jpg" id="main" ' +
    'style="color: red" <form action="https://a.example"> <meta name="robots" content="noindex"'
  const article = renderToStaticMarkup(createElement('p', { title: words }, words))
  expect(await problemsOf(pageWith(article))).toEqual([])
})

test('the style of a page is never taken for markup', async () => {
  const style = '<style>\na[ href="/dead"] { }\na[ id="main"] { }\n</style>'
  expect(await problemsOf(pageWith('').replace('</head>', `${style}</head>`))).toEqual([])
})

test('a page may go back by any number of levels, and down by one', async () => {
  expect(await problemsOf(pageWith('<h2></h2><h3></h3><h4></h4><h2></h2><h3></h3>'))).toEqual([])
})

test('every problem of every page is told, with its path, and fragments of all pages at the end', async () => {
  const check = createCheck(site)
  await check.add('/', elementsOfPage(pageWith('<a href="/about#none"></a><h1></h1>')))
  await check.add('/about', elementsOfPage(pageWith('<a href="/no"></a><a href="/#nothing"></a>')))
  expect(check.problems()).toEqual([
    '/: needs exactly one h1',
    '/about: the link to /no: there is no such page, file or endpoint',
    '/: the link to /about#none: that page has no heading with the address #none',
    '/about: the link to /#nothing: that page has no heading with the address #nothing',
  ])
})
