import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { type Cost, overBudget } from '../../scripts/check/costs.ts'
import { createCheck } from '../../scripts/check/page-checks.ts'
import {
  drawingProblems,
  fileProblems,
  tableProblems,
  wordProblems,
} from '../../scripts/check/table-checks.ts'
import type { Budgets } from '../../shared/owner.ts'
import { createPageTable, type Row } from '../../shared/page-table.ts'

const description = 'What a search result shows of this page: more than fifty characters.'
const rowOf = (id: string, path: Row['path'], more: Partial<Row> = {}): Row => ({
  ...{ id, path, title: id, heading: id, description, label: id, menus: {} },
  ...more,
})
const table = createPageTable([
  rowOf('home', '/'),
  rowOf('about', '/about', { former: ['/old'] }),
  rowOf('blog/index.md', '/blog'),
  rowOf('blog/soon.md', '/soon', { menus: { footer: 1 } }),
])

/** A page with this in its main. */
const pageWith = (main: string) =>
  `<!DOCTYPE html><html><head><meta http-equiv="Content-Security-Policy" content="default-src &#x27;none&#x27;;` +
  'img-src &#x27;self&#x27; https://*.example.com;script-src &#x27;self&#x27;;form-action &#x27;none&#x27;">' +
  `<title>A page</title><meta name="description" content="${description}"/></head>` +
  `<body><main id="main"><h1>A heading</h1>${main}</main></body></html>`

const exists = (path: string) => ['/', '/about', '/logo.png', '/a.js'].includes(path)
const site = {
  table,
  exists,
  unpublished: new Map(['/later', '/soon'].map(path => [path, '2999-12-31'])),
  linkAt: (path: string, href: string) => `${path}: the link to ${href}`,
}
const problemsOf = (html: string, path = '/') => {
  const check = createCheck(site)
  check.add(path, html)
  return check.problems()
}

describe('a page is refused', () => {
  test.each([
    ['no heading', pageWith('').replace(/<h1.*h1>/, ''), 'has not exactly one h1'],
    ['two first headings', pageWith('<h1>Two</h1>'), 'has not exactly one h1'],
    ['a skipped level', pageWith('<h2></h2><h4></h4>'), 'an h4 follows an h2: write h3'],
    ['a document in it', pageWith('<html lang="en"></html>'), 'has an <html> in its text: write `lang`'],
    ['a dead link', pageWith('<a href="/no?a#b">'), 'the link to /no?a#b: there is no such page or file'],
    ['a former path', pageWith('<a href="/old">'), 'the link to /old: write /about'],
    ['another spelling', pageWith('<a href="/About/">'), 'the link to /About/: write /about'],
    ['a page to come', pageWith('<a href="/later">'), '/later: that page is not published before 2999-12-31'],
    ['a missing picture', pageWith('<img src="/no.png">'), 'the link to /no.png: there is no such'],
    ['a missing still', pageWith('<video poster="/no.png">'), 'the link to /no.png: there is no such'],
    ['a dead fragment', pageWith('<a href="#no">'), '#no: that page has no heading with the address #no'],
    ['a fragment elsewhere', pageWith('<a href="/#no">'), 'the link to /#no: that page has no heading'],
    ['an id twice', pageWith('<i id="main"></i>'), 'the id main stands twice'],
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
  ])('with %s', (_, html, problem) => {
    expect(problemsOf(html)).toEqual([expect.stringContaining(problem)])
    expect(problemsOf(html)[0]).toMatch(/^\/: /)
  })

  test('that shares its title, its description and its place in a menu with another one', () => {
    const rows = ['/', '/about'] as const
    const same = { heading: 'Same', menus: { header: 1 } }
    expect(wordProblems(rows.map(path => rowOf(path.slice(1), path, same)))).toEqual([
      'pages.about.title "Same" is also that of /: write another',
      `pages.about.description "${description}" is also that of /: write another`,
      'pages.about.menus "header: 1" is also that of /: write another',
    ])
  })
})

describe('a script in the text of a page, as of linked data,', () => {
  const data = '<script type="application/ld+json">{}</script>'
  const strict = (main: string) =>
    pageWith(main).replace('form-action', 'require-trusted-types-for &#x27;script&#x27;;form-action')
  const hydrated = (html: string) =>
    html.replace('</body>', '<script data-page="/assets/a.js"></script></body>')
  const trustedTypesOf = (html: string) => problemsOf(html).filter(text => text.includes('Trusted Types'))

  test('is refused where a click on a link would show the page: Trusted Types block it then', () => {
    expect(trustedTypesOf(hydrated(strict(data)))).toEqual([
      '/: Trusted Types block <script type="application/ld+json"> after a click on a link: write script: false in the row of the page, or allow it in server/site/policy.ts, by this line in sources: \'require-trusted-types-for\': false',
    ])
  })

  test.each([
    ['on a page without a script of ours', strict(data)],
    ['with a policy that has no Trusted Types', hydrated(pageWith(data))],
    ['in the head', hydrated(strict('').replace('</head>', `${data}</head>`))],
  ])('is none %s', (_, html) => {
    expect(trustedTypesOf(html)).toEqual([])
  })
})

test('what leads somewhere, and what the policy allows, is no problem', () => {
  const main = `<a href="#main"> <a href="/#main"> <a href="/about?a=1#anything"> <a href="about">
    <i id="über-uns"></i><a href="#%C3%BCber-uns"> <i id="r&amp;d&lt;"></i><a href="#r%26d%3C">
    <a href="https://a.example/"> <a href="//a.example/"> <a href="mailto:ada@a.example">
    <img src="/logo.png"> <img src="https://a.example.com/1.png"> <script src="/a.js">`
  expect(problemsOf(pageWith(main))).toEqual([])
})

test('development shows what is not published yet in an index and in the menus', () => {
  const later = pageWith('<a href="/later">')
  expect(problemsOf(later, '/blog')).toEqual([])
  expect(problemsOf(pageWith('<a href="/soon">'))).toEqual([])
})

test('words of a page are never taken for markup', () => {
  const words =
    '<h1> <h6> </main> <title>x</title> <img src="/dead.png"> href="/dead" poster="/dead.jpg" id="main" ' +
    'style="color: red" <form action="https://a.example"> <meta name="robots" content="noindex"'
  const article = renderToStaticMarkup(createElement('p', { title: words }, words))
  expect(problemsOf(pageWith(article))).toEqual([])
})

describe('a path is refused, with what to write instead,', () => {
  const files = ['favicon.ico', 'brochure.html']
  const pathProblems = (...rows: Row[]) => tableProblems([rowOf('home', '/'), ...rows], files, '/members')
  const letters = 'write each part with a to z, 0 to 9 and hyphens'

  test.each([
    ['in capitals', '/Team', 'write /team'],
    ['with a slash at its end', '/team/', 'write /team'],
    ['with an umlaut', '/über', letters],
    ['with an extension', '/robots.txt', letters],
    ['with a bad escape', '/100%', letters],
    ['of the probe of liveness', '/healthz', 'that is a probe of the server, choose another path'],
    ['of the probe of readiness', '/readyz', 'that is a probe of the server, choose another path'],
    ['of the assets', '/assets/team', 'that is a folder of the build, choose another path'],
    ['of the link previews', '/og/team', 'that is a folder of the build, choose another path'],
    ['of the folder of link previews', '/og', 'that is a folder of the build, choose another path'],
    ['of the not-found page', '/404', 'that is the not-found page, choose another path'],
    ['of a folder', '/team/index', 'that is what hosts serve for a folder, choose another path'],
    ["of the members' application", '/members', 'that is company.members.path, choose another path'],
    ['of a public file', '/brochure', 'that is the file brochure.html, choose another path'],
    ['of another page', '/', 'that is pages.home.path, choose another path'],
  ] as const)('%s', (_, path, cure) => {
    expect(pathProblems(rowOf('team', path))).toEqual([`pages.team.path is ${path}: ${cure}`])
  })

  test('that a page no longer has', () => {
    // The compiler refuses capitals as well.
    const former = ['/Old', '/', '/team', '/old.html', '/old.html', '/a.php'] as Row['former'] & string[]
    expect(pathProblems(rowOf('team', '/team', { former }))).toEqual([
      'pages.team.former[0] is /Old: write /old',
      `pages.team.former[1] is /: ${letters}`,
      'pages.team.former[2] is /team: that is pages.team.path, choose another path',
      'pages.team.former[4] is /old.html: that is pages.team.former[3], choose another path',
    ])
  })

  test('as the name of a public file', () => {
    const names = ['_headers', 'assets/a.js', 'a.js.br', '404.html']
    const problems = names.map(name => expect.stringContaining(`shared/site/public/${name}: `))
    expect(fileProblems([...names, 'ok.pdf'])).toEqual(problems)
  })
})

test('a drawing that a row names and nobody has drawn is named, with those that there are', () => {
  const rows = [rowOf('home', '/', { drawing: 'home' }), rowOf('team', '/team', { drawing: 'teem' })]
  expect(drawingProblems(rows, ['home', 'team'])).toEqual([
    'pages.team.drawing is teem: shared/site/drawings/teem.tsx is missing, write one of home, team',
  ])
  expect(drawingProblems(rows.slice(0, 1), [])).toEqual([
    'pages.home.drawing is home: shared/site/drawings/home.tsx is missing, draw it, or leave the field out',
  ])
})

test('a title or a description of the table that a search result would cut is named with its length', () => {
  expect(wordProblems([rowOf('home', '/', { heading: 'x'.repeat(61), description: '' })])).toEqual([
    'pages.home.title has 61 characters: write 1 to 60',
    'pages.home.description has 0 characters: write 50 to 160',
  ])
})

describe('a budget', () => {
  const budgets: Budgets = { html: 14_000, common: 97_000, script: 20_000 }
  const spent = (path: string, more: Partial<Budgets> = {}): Cost => {
    const sizes = Object.entries({ ...budgets, ...more }).map(([figure, br]) => [figure, { raw: 2 * br, br }])
    const includes = { common: ['react-router in shared/b.tsx'] }
    return { path, isContent: false, ...Object.fromEntries(sizes), includes }
  }

  test('may be spent whole, and that of HTML does not bind a text', () => {
    const long = { ...spent('/long', { html: 99_999 }), isContent: true }
    expect(overBudget([spent('/'), long], budgets)).toEqual([])
  })

  test.each([
    ['html', ''],
    ['script', ''],
    ['common', '. It includes react-router in shared/b.tsx'],
  ] as const)('of %s names the page, the excess and what may be its cause', (figure, cause) => {
    const limit = budgets[figure]
    const over = `1 over the budget of ${limit} in shared/site/budgets.ts`
    expect(overBudget([spent('/'), spent('/large', { [figure]: limit + 1 })], budgets)).toEqual([
      `/large: ${limit + 1} bytes of ${figure}, ${over}${cause}`,
    ])
  })

  test('that many pages exceed is told once, with the first of them', () => {
    const pages = Array.from({ length: 7 }, (_, i) => spent(`/${i}`, { html: budgets.html + 1 }))
    expect(overBudget(pages, budgets)).toEqual([
      expect.stringMatching(/^\/0, \/1, \/2, \/3, \/4 and 2 more: /),
    ])
  })
})
