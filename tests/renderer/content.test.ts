import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { JSDOM } from 'jsdom'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import supertest from 'supertest'
import { describe, expect, test } from 'vitest'
import { tableProblems, wordProblems } from '../../scripts/check/table-checks.ts'
import { contentProblems, fieldIn, linkIn, readContent } from '../../scripts/content/read-content.ts'
import { ContentPage } from '../../server/pages/content-page.tsx'
import { OwnerContext } from '../../shared/layout/owner-context.ts'
import { createPageTable, rowsOf } from '../../shared/page-table.ts'
import { origin, siteOf } from '../support/fixture-site.ts'
import { owner } from '../support/owner.tsx'
import { rowsIn } from '../support/rows.ts'

const folder = mkdtempSync(join(tmpdir(), 'content-test-'))

const home = { path: '/', title: 'Home', label: 'x', description: 'x'.repeat(50), menus: {} } as const
const us = { former: ['/us'], menus: { header: 1 } } as const
const about = { ...home, ...us, path: '/about', title: 'About', description: 'y'.repeat(50) } as const

let pages = 0
/** A page with a description of its own. Its text begins at the fifth line. */
const page = (fields: string, text = 'Words.') =>
  `---\ndescription: What we have learned in a week of work for somebody, number ${++pages}.\n${fields}\n---\n${text}\n`

/** Reads these files as development does, which has drafts. */
async function read(files: Record<string, string | Buffer>, today = '2026-11-22') {
  rmSync(folder, { recursive: true, force: true })
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const sources = await readContent(folder, today)
  const content = Object.fromEntries(sources.map(({ id, page }) => [id, page]))
  const table = createPageTable(rowsOf({ home, about, ...content }, owner.company))
  const unpublished = new Map(sources.map(({ page }) => [page.path as string, page.unpublished ?? '']))
  const exists = (path: string) => table.match(path) !== undefined || path === '/Preise für Größen.pdf'
  const site = { table, exists, unpublished, linkAt: linkIn(sources) }
  const problems = [
    ...tableProblems(table.rows, [], undefined, fieldIn(sources)),
    ...wordProblems(table.rows, fieldIn(sources)),
    ...contentProblems(sources, table, site),
  ]
  return { sources, site, problems: problems.map(problem => problem.replace('shared/site/content/', '')) }
}

/** The page of one file, which must be right. */
async function right(text: string) {
  const { problems, sources } = await read({ 'a.md': text })
  expect(problems).toEqual([])
  return { title: sources[0]?.page.title, document: new JSDOM(sources[0]?.html).window.document }
}

test.each(
  rowsIn(String.raw`
    2026 → 2026
    ⇥Tab → Tab
    1.10 → 1.10
    'Tips & Tricks #5' → Tips & Tricks #5
    "Say: \"hi\"" → Say: "hi"
    One⏎  and two → One and two
    >⏎  Tips & Tricks #5 → Tips & Tricks #5`),
)('the title %j is published as it is written', async (written, title) => {
  expect((await right(page(`title: ${written}`))).title).toBe(title)
})

const fields = 'title, description, date, order, label, menus, former, lang, translates, draft'
/** Fields, and each problem that is told of them. They begin at the third line. */
const inFields = `
  title: Tips & Tricks #5 → 3: title: put it in quotes: title: 'Tips & Tricks #5'
  title: #5 is alive → 3: title: put it in quotes: title: '#5 is alive'
  title: Web: design → 3: title: put it in quotes: title: 'Web: design'
  title: Web: → 3: title: put it in quotes: title: 'Web:'
  title: *star → 3: title: put it in quotes: title: '*star'
  title: &and so on → 3: title: put it in quotes: title: '&and so on'
  title: !now or never → 3: title: put it in quotes: title: '!now or never'
  title: %50 → 3: title: put it in quotes: title: '%50'
  title: @home → 3: title: put it in quotes: title: '@home'
  title: [Broken → 3: title: put it in quotes: title: '[Broken'
  title: [Broken⏎order: 1 → 3: title: put it in quotes: title: '[Broken'
  title: {Broken} → 3: title: put it in quotes: title: '{Broken}'
  title: 'It's' → 3: title: put it in quotes: title: 'It''s'
  title: "Open → 3: title: put it in quotes: title: '"Open'
  title: "Open⏎order: 1 → 3: title: put it in quotes: title: '"Open'
  title: "One" and two → 3: title: put it in quotes: title: '"One" and two'
  title: One⏎  two: three → 3: title: put it in quotes: title: 'One two: three'
  title: A #5⏎order: last → 3: title: put it in quotes: title: 'A #5' → 4: order: write the page's place in its folder, as order: 2
  title: A⏎label: B #5 → 4: label: put it in quotes: label: 'B #5'
  label: Nothing → 1: title is missing: write title: First note
  title: → 3: title: write the heading of the page, as title: First note
  title: ${'x'.repeat(61)} → 3: title has 61 characters: write 1 to 60
  title: A⏎author: Me → 4: "author" is no field: ${fields} are
  title: A⏎Me, too → 4: "Me, too" is no field: ${fields} are
  Title: A → 1: title is missing: write title: First note → 3: "Title" is no field: ${fields} are
  title: A⏎title: B → 4: title: is there twice
  title: A⏎⇥label: B → 4: label: Tabs are not allowed as indentation: write it as label: Notes
  title: A⏎date: 2026-02-30 → 4: date: write a day, as date: 2026-11-21
  title: A⏎date: *day → 4: date: write a day, as date: 2026-11-21
  title: A⏎order: last → 4: order: write the page's place in its folder, as order: 2
  title: A⏎menus: { side: 1 } → 4: menus: write the place in each menu, as menus: { header: 5, footer: 5 }
  title: A⏎menus: header → 4: menus: write the place in each menu, as menus: { header: 5, footer: 5 }
  title: A⏎menus: header: 1 → 4: menus: Nested mappings are not allowed in compact mappings: write it as menus: { header: 5, footer: 5 }
  title: A⏎menus: { header: 1 } → 4: menus "header: 1" is also that of /about: write another
  title: About → 3: title "About" is also that of /about: write another
  title: A⏎former: old → 4: former: write a list of paths, as former: [/old-note]
  title: A⏎former: [/a⏎order: 1 → 4: former: Flow sequence in block collection must be sufficiently indented and end with a ]: write it as former: [/old-note]
  title: A⏎former: [/us] → 4: former[0] is /us: that is pages.about.former[0], choose another path
  title: A⏎draft: no → 4: draft: write true or false, as draft: true`

/** Texts, and the problem that is told of each. They begin at the fifth line. */
const inText = String.raw`
  A⏎⏎# B → 7: headings begin at the second level, ##: the title is the first
  ## A⏎⏎#### B → 7: #### follows ##: leave no level out
  A⏎and <b>more</b>. → 6: HTML is not allowed here: write Markdown
  [a]() → 5: write the address of the link between ( and )
  [](/about) → 5: write the words of the link between [ and ]
  ![](a.jpg) → 5: ![](a.jpg): write between [ and ] what it shows, or - where it only decorates
  - A⏎- ![B](.\b%20c.jpg) → 6: ![B](.\b%20c.jpg): there is no such file
  ![B](https://b.example/c) → 5: ![B](https://b.example/c): put the file beside the text, and write ./ and its name
  A⏎⏎[a](/none) → 7: the link to /none: there is no such page or file
  [a](./about.md#b) → 5: the link to ./about.md#b: there is no such page or file
  [a](www.example.com) → 5: the link to www.example.com: there is no such page or file
  [a](a@b.example) → 5: the link to a@b.example: there is no such page or file
  [a](/About/) → 5: the link to /About/: write /about
  [a](./us) → 5: the link to ./us: write /about
  [a](#über) → 5: the link to #über: that page has no heading with the address #über`

const begin = 'begin with the lines ---, title: …, description: … and ---'
const notUtf8 = 'a letter is not in UTF-8: save the file as UTF-8'

describe('what would lose words or lead nowhere is refused with file, line and cure:', () => {
  test.each([
    ...rowsIn(inFields).map(([text = '', ...told]) => ({ what: text, file: page(text), told })),
    ...rowsIn(inText).map(([text = '', ...told]) => ({ what: text, file: page('title: A', text), told })),
    { what: 'Words', file: 'Words', told: [`1: ${begin}`] },
    { what: '--- once', file: '---\ntitle: A', told: [`1: ${begin}`] },
    { what: 'Latin-1', file: Buffer.from(page('title: ü'), 'latin1'), told: [`3: ${notUtf8}`] },
    { what: 'UTF-16', file: Buffer.from(`\uFEFF${page('title: A')}`, 'utf16le'), told: [`1: ${notUtf8}`] },
  ])('$what', async ({ file, told }) => {
    expect((await read({ 'a.md': file })).problems).toEqual(told.map(problem => `a.md:${problem}`))
  })

  test('a file that is no picture where a picture stands', async () => {
    const text = '![A tour](./tour.mp4)\n![A cat](./cat.gif)'
    const { problems } = await read({ 'a.md': page('title: A', text), 'tour.mp4': 'x', 'cat.gif': 'x' })
    expect(problems).toEqual([
      'a.md:5: ![A tour](./tour.mp4): this is no picture: put the file into shared/site/public/, and link to it without the !',
      'a.md:6: ![A cat](./cat.gif): save a picture as jpg, png, webp, avif or svg: this is none of them',
    ])
  })

  test('a page whose name ends in another way', async () => {
    const { problems } = await read({ 'b.MD': page('title: B'), 'c.markdown': page('title: C') })
    expect(problems).toEqual([
      'b.MD:1: call the file b.md: pages end in .md',
      'c.markdown:1: call the file c.md: pages end in .md',
    ])
  })

  test('dates and an order in one folder, and neither', async () => {
    const { problems } = await read({
      'a/index.md': page('title: A'),
      'a/b.md': page('title: B'),
      'b/index.md': page('title: C'),
      'b/a.md': page('title: D\ndate: 2026-01-01'),
      'b/b.md': page('title: E\norder: 1'),
      'b/c.md': page('title: F'),
      'b/d.md': page('title: G: a report\ndate: 2026-01-02'),
    })
    expect(problems).toEqual([
      'a/b.md:1: /a lists this page: write date: 2026-11-21, or order: 2 if it is no blog',
      'b/b.md:4: order: pages of /b have a date: write a date in all, or an order in all',
      'b/c.md:1: /b lists this page: write date: 2026-11-21',
      "b/d.md:3: title: put it in quotes: title: 'G: a report'",
    ])
  })

  test('a link to what is not published yet, but not from a page that is published later', async () => {
    const links = '[a](/a) [b](/b) [c](/c)'
    const { problems } = await read({
      'a.md': page('title: A', links),
      'b.md': page('title: B\ndate: 2026-12-01', links),
      'c.md': page('title: C\ndraft: true', links),
    })
    expect(problems).toEqual([
      'a.md:5: the link to /b: that page is not published before 2026-12-01',
      'a.md:5: the link to /c: that page is a draft',
      'b.md:6: the link to /c: that page is a draft',
    ])
  })
})

test('a picture says what it shows, or only decorates', async () => {
  const { problems, sources } = await read({
    'a.md': page('title: A', '![B & c](.\\b.svg) ![-](b.svg)'),
    'b.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"/>',
  })
  expect(problems).toEqual([])
  expect(sources[0]?.html.match(/alt="[^"]*"/g)).toEqual(['alt="B &amp; c"', 'alt=""'])
})

test('the caption of a picture is words, also where they look like HTML', async () => {
  const { sources } = await read({
    'a.md': page('title: A', '![B](b.svg "<b>Köln</b> & Bonn")'),
    'b.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"/>',
  })
  const { document } = new JSDOM(sources[0]?.html).window
  expect(document.querySelector('figcaption')?.textContent).toBe('<b>Köln</b> & Bonn')
})

test('a file is read as Windows writes it', async () => {
  expect((await right(`\uFEFF${page('title: A')}`.replaceAll('\n', '\r\n'))).title).toBe('A')
})

test('what editors leave behind is no page', async () => {
  const left = ['~$a.md', '.#a.md', '._a.md', '.trash/a.md', 'Thumbs.db', 'a.md~']
  expect((await read(Object.fromEntries(left.map(name => [name, 'x'])))).sources).toEqual([])
})

test('a page is published with the first build of its day', async () => {
  const files = { 'a.md': page('title: A\ndate: 2026-12-01') }
  const unpublished = async (today: string) => (await read(files, today)).sources[0]?.page.unpublished
  expect(await unpublished('2026-11-30')).toBe('2026-12-01')
  expect(await unpublished('2026-12-01')).toBeUndefined()
})

test('links lead where they are meant to lead', async () => {
  const text = '## Über uns\n[a](./) [b](</Preise für Größen.pdf>) [c](#%C3%BCber-uns) [d](#u\u0308ber-uns)'
  const { problems, sources } = await read({
    'a/index.md': page('title: A', '[a](./b#über-uns) [b](b) [c](../about) [d](#e)\n\n## E'),
    'a/b.md': page('title: B\norder: 1', text),
  })
  expect(problems).toEqual([])
  expect(sources.map(({ links }) => links.map(({ href }) => href))).toEqual([
    ['/a', '/Preise%20f%C3%BCr%20Gr%C3%B6%C3%9Fen.pdf', '#%C3%BCber-uns', '#u%CC%88ber-uns'],
    ['/a/b#%C3%BCber-uns', '/a/b', '/about', '#e'],
  ])
})

test('characters that mean nothing stand as they are, and so do escaped ones', async () => {
  const text = String.raw`#5, 2 * 3, a_b, 3.OG, x | y, \[^1\] \*\*, \[a\](b c), ${'`[b](c d)`'}`
  const { document } = await right(page('title: A', text))
  expect(document.body.textContent?.trim()).toBe('#5, 2 * 3, a_b, 3.OG, x | y, [^1] **, [a](b c), [b](c d)')
})

test('a heading has an address of its own words, a table scrolls, and code stays as it is', async () => {
  const text = '## Main\n\n## A & b\n\n## A b\n\n| a |\n| ---: |\n| b |\n\n```\n[^1]: <b>\n```'
  const { document } = await right(page('title: A', text))
  expect([...document.querySelectorAll('h2')].map(({ id }) => id)).toEqual(['main-2', 'a-b', 'a-b-2'])
  expect(document.querySelector('[role=group][aria-label=a][tabindex="0"] td')?.className).toBe('right')
  expect(document.querySelector('pre')?.textContent).toBe('[^1]: <b>\n')
})

test('development marks what is not published yet', () => {
  const row = { ...home, id: 'a.md', heading: 'A', unpublished: 'draft' }
  const content = createElement(ContentPage, { row, folder: undefined, html: '' })
  const html = renderToStaticMarkup(createElement(OwnerContext, { value: owner }, content))
  expect(html).toContain('<mark>Unpublished</mark>')
})

test('a link is named with its file and line in Markdown, and with its page in a component', async () => {
  const { site } = await read({ 'a/b.md': page('title: A', 'Words.\n[c](./c)') })
  expect(site.linkAt('/a/b', '/a/c')).toBe('shared/site/content/a/b.md:6: the link to ./c')
  expect(site.linkAt('/', '/a/c')).toBe('/: the link to /a/c')
})

describe('the site of the fixture', async () => {
  const site = supertest(await siteOf())
  const open = async (path: string) => new JSDOM((await site.get(path)).text).window.document
  const texts = (document: Document, selector: string) =>
    [...document.querySelectorAll(selector)].map(({ textContent }) => textContent)

  test('lists a blog with the newest first, with days and an Atom feed of absolute addresses', async () => {
    const blog = await open('/blog')
    const titles = ['Der Hof im Schnee: ein Bericht', 'Tipps & "Tricks" zu <b>']
    expect(texts(blog, 'main h2')).toEqual(titles)
    expect(texts(blog, 'main time')).toEqual(['15. Januar 2026', '21. November 2025'])
    const address = blog.querySelector('link[rel=alternate]')?.getAttribute('href') ?? ''
    const { text } = await site.get(address)
    const feed = new JSDOM(text, { contentType: 'text/xml' }).window.document
    expect(feed.documentElement.namespaceURI).toBe('http://www.w3.org/2005/Atom')
    expect(texts(feed, 'entry title')).toEqual(titles)
    const days = ['2026-01-15', '2026-01-15', '2025-11-21']
    expect(texts(feed, 'updated')).toEqual(days.map(day => `${day}T00:00:00Z`))
    for (const link of feed.querySelectorAll('link')) expect(link.getAttribute('href')).toMatch(origin)
    const { text: sitemap } = await site.get('/sitemap.xml')
    expect(sitemap).toContain('/blog/erster-beitrag</loc><lastmod>2025-11-21</lastmod></url>')
  })

  test('lists a folder in its order, without days, feed and posts', async () => {
    const document = await open('/angebot')
    const long = 'Übergabe: wir gehen, und alles bleibt in Ihrer Hand'
    expect(texts(document, 'main h2')).toEqual(['Bestandsaufnahme', long, 'Abnahme'])
    expect(document.querySelector('time, link[rel=alternate]')).toBeNull()
    // Where there is no room for the company's name, a title stands alone.
    const titles = ['/angebot', '/angebot/uebergabe'].map(async path => (await open(path)).title)
    expect(await Promise.all(titles)).toEqual([`Unser Angebot | Müller & Söhne "D'r <Hof>"`, long])
    await site.get('/angebot/feed.xml').expect(404)
    expect((await site.get('/angebot/uebergabe')).text).not.toContain('BlogPosting')
    expect((await site.get('/blog/hof-im-schnee')).text).toContain('"BlogPosting","headline":"Der Hof')
  })

  test('has no page that is a draft or has a day to come', async () => {
    for (const path of ['/blog/entwurf', '/blog/zukunft']) await site.get(path).expect(404)
    for (const path of ['/blog', '/blog/feed.xml', '/sitemap.xml'])
      expect((await site.get(path)).text).not.toMatch(/entwurf|zukunft/i)
  })
})
