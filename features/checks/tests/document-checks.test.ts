// What the build rejects in the HTML of a page: headings, dead links, fragments. policy-checks.test.ts has
// what the CSP blocks, and a feature's tests have what the feature rejects.
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { ResolvedRoute } from '../../../tests/support/engine.ts'
import { routeWith, tableOf } from '../../../tests/support/routes.ts'
import { createDocumentCheck } from '../document-checks.ts'
import { elementsOfPage } from '../html.ts'

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

/** A page with this in its <main>. */
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
  linkAt: (path: string, href: string) => `${path} links to ${href}`,
}

/** The page at a path, as a build gives it to the checks. */
const pageAt = (path: string) => ({ path, route: table.match(path)?.route })

const problemsOf = async (html: string, path = '/') => {
  const check = createDocumentCheck(site)
  await check.add(pageAt(path), elementsOfPage(html))
  return check.problems()
}

describe('the build rejects a page', () => {
  test.each([
    ['no h1', pageWith('').replace(/<h1.*h1>/, ''), 'needs exactly one h1'],
    ['two h1', pageWith('<h1>Two</h1>'), 'needs exactly one h1'],
    ['skipped levels', pageWith('<h2></h2><h6></h6>'), 'an h6 follows an h2: write h3'],
    [
      'a heading before its h1',
      pageWith('').replace('<h1>', '<h2></h2><h1>'),
      'the first heading is an h2: begin the page with its h1',
    ],
    [
      'a dead script',
      pageWith('<script src="/no.js">'),
      "/ refers to /no.js, but there's no such page, file or endpoint",
    ],
    [
      'a dead link with character references',
      pageWith('<a href="/a&amp;b&copy=1&quot;&#34;&lt;&#60;&gt;&#x3e;&#x27;&#39;&apos;&auml;">'),
      `/ links to /a&b&copy=1""<<>>'''ä, but there's no such page, file or endpoint`,
    ],
    [
      'a dead link',
      pageWith('<a href="/no?a#b">'),
      "/ links to /no?a#b, but there's no such page, file or endpoint",
    ],
    [
      'a link to a page that a feature left out',
      pageWith('<a href="/later">'),
      '/ links to /later, but later.md is a draft',
    ],
    ['a missing image', pageWith('<img src="/no.png">'), "/ refers to /no.png, but there's no such"],
    ['a missing poster', pageWith('<video poster="/no.png">'), "/ refers to /no.png, but there's no such"],
    [
      'a missing image that React preloads',
      pageWith('<img src="/no.png">').replace('<title>', '<link rel="preload" as="image" href="/no.png"/>$&'),
      "/ refers to /no.png, but there's no such",
    ],
    ['a dead fragment', pageWith('<a href="#no">'), '#no, but that page has no heading with the address #no'],
    ['an image from a data: URL', pageWith('<img src="data:image/png,1">'), 'allow data: as img-src'],
    [
      'a script from a blob: URL',
      pageWith('<script src="blob:https://a.example/1">'),
      'allow blob: as script',
    ],
  ])('with %s', async (_, html, problem) => {
    const problems = await problemsOf(html)
    expect(problems).toEqual([expect.stringContaining(problem)])
    expect(problems[0]).toMatch(/^\/(: | links to | refers to )/)
  })
})

describe('an inline script such as JSON-LD', () => {
  const data = '<script type="application/ld+json">{}</script>'
  const strict = (main: string) =>
    pageWith(main).replace('form-action', 'require-trusted-types-for &#x27;script&#x27;;form-action')
  const trustedTypesOf = async (html: string, path = '/') =>
    (await problemsOf(html, path)).filter(text => text.includes('Trusted Types'))

  test('is rejected on a hydrated page, where Trusted Types would block it after a click on a link', async () => {
    expect(await trustedTypesOf(strict(data))).toEqual([
      "/: Trusted Types block <script type=\"application/ld+json\"> after a click on a link: write structured data as jsonLd in the head of the page. For another script, write hydrate: 'never' in the route, or add this line to sources in server/site/policy.ts: 'require-trusted-types-for': false",
    ])
  })

  test.each([
    ['on a page that never hydrates', strict(data), '/about'],
    ['under a policy without Trusted Types', pageWith(data), '/'],
    ['in the head', strict('').replace('</head>', `${data}</head>`), '/'],
  ])('is accepted %s', async (_, html, path) => {
    expect(await trustedTypesOf(html, path)).toEqual([])
  })
})

test('an element of the layout that the policy blocks is reported once, with its pages', async () => {
  const check = createDocumentCheck(site)
  const paths = ['/', '/about', '/next', '/soon', '/blog']
  for (const path of paths) await check.add(pageAt(path), elementsOfPage(pageWith('<form action="/search">')))
  expect(check.problems()).toEqual([
    "/, /about, /next, /soon, /blog: the policy blocks <form action=\"/search\">: to allow 'self' as form-action, add this line to sources in server/site/policy.ts: 'form-action': [\"'self'\"]",
  ])
})

test('problems of the 404 page are reported with its file', async () => {
  const html = pageWith('<a href="/no">').replace(/<h1.*h1>/, '')
  expect(await problemsOf(html, '/404')).toEqual([
    '/404, shared/site/pages/not-found.tsx: needs exactly one h1',
    "/404, shared/site/pages/not-found.tsx links to /no, but there's no such page, file or endpoint",
  ])
})

test('working links and allowed sources are accepted', async () => {
  const main = `<a href="#main"> <a href="/#main"> <a href="/about?a=1#anything"> <a href="/api/export.csv?a=1" download target="_blank"> <a href="about">
    <i id="über-uns"></i><a href="#%C3%BCber-uns"> <a href="#${'über-uns'.normalize('NFD')}"> <i id="r&amp;d&lt;"></i><a href="#r%26d%3C">
    <a href="https://a.example/"> <a href="//a.example/"> <a href="mailto:ada@a.example">
    <img src="/logo.png"> <img src="https://a.example.com/1.png"> <script src="/a.js">`
  expect(await problemsOf(pageWith(main))).toEqual([])
})

test('markup in the text of a page is not taken for elements', async () => {
  const words =
    '<h1> <h6> </main> <title>x</title> <img src="/dead.png"> href="/dead" poster="/dead.jpg" id="main" ' +
    'style="color: red" <form action="https://a.example"> <meta name="robots" content="noindex"'
  const article = renderToStaticMarkup(createElement('p', { title: words }, words))
  expect(await problemsOf(pageWith(article))).toEqual([])
})

test('the stylesheet of a page is not taken for markup', async () => {
  const style = '<style>\na[ href="/dead"] { }\na[ id="main"] { }\n</style>'
  expect(await problemsOf(pageWith('').replace('</head>', `${style}</head>`))).toEqual([])
})

test('heading levels may go up by any number, and down by one', async () => {
  expect(await problemsOf(pageWith('<h2></h2><h3></h3><h4></h4><h2></h2><h3></h3>'))).toEqual([])
})

test('all problems of all pages are reported with their paths, dead fragments last', async () => {
  const check = createDocumentCheck(site)
  await check.add(pageAt('/'), elementsOfPage(pageWith('<a href="/about#none"></a><h1></h1>')))
  await check.add(pageAt('/about'), elementsOfPage(pageWith('<a href="/no"></a><a href="/#nothing"></a>')))
  expect(check.problems()).toEqual([
    '/: needs exactly one h1',
    "/about links to /no, but there's no such page, file or endpoint",
    '/ links to /about#none, but that page has no heading with the address #none',
    '/about links to /#nothing, but that page has no heading with the address #nothing',
  ])
})
