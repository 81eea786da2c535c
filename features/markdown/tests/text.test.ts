// Markdown pages, shared/site/content/: their fields, headings, links and pictures, a blog with dates, and a folder with an
// order. mistakes.test.ts covers mistakes, feeds.test.ts the feed.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import supertest from 'supertest'
import { describe, expect, test } from 'vitest'
import { documentOf } from '../../../tests/support/document-of.ts'
import { dist, siteOf } from '../../../tests/support/fixture-site.ts'
import { readContent } from '../read-content.ts'
import { markdown, readFiles, readPage } from './support/content.ts'

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"/>'

test.each([
  ['2026', '2026'],
  ['\tTab', 'Tab'],
  ['1.10', '1.10'],
  ["' A '", 'A'],
  ["'Tips & Tricks #5'", 'Tips & Tricks #5'],
  ['"Say: \\"hi\\""', 'Say: "hi"'],
  ['One\n  and two', 'One and two'],
  ['One\n', 'One'],
  ['\n  One', 'One'],
  ['>\n  Tips & Tricks #5', 'Tips & Tricks #5'],
])('the title %j is published as %j', async (written, title) => {
  expect((await readPage(markdown(`title: ${written}`))).title).toBe(title)
})

test('a picture has its description as alt text, and an empty one if it only decorates', async () => {
  const { problems, sources } = await readFiles({
    'a.md': markdown('title: A', '![B & c](.\\b.svg) ![-](b.svg) ![C](<b c.svg>) ![D](b%20c.svg)'),
    'b.svg': svg,
    'b c.svg': svg,
  })
  expect(problems).toEqual([])
  expect(sources[0]?.html.match(/alt="[^"]*"/g)).toEqual(['alt="B &amp; c"', 'alt=""', 'alt="C"', 'alt="D"'])
})

test('HTML in the caption of a picture is escaped', async () => {
  const { sources } = await readFiles({
    'a.md': markdown('title: A', '![B](b.svg "<b>Köln</b> & Bonn")'),
    'b.svg': svg,
  })
  const document = documentOf(sources[0]?.html)
  expect(document.querySelector('figcaption')?.textContent).toBe('<b>Köln</b> & Bonn')
})

test('only a picture alone in its paragraph may have a caption', async () => {
  const elsewhere = '![B](b.svg "Words") and words.\n\n- ![B](b.svg "Item")\n\n[![B](b.svg "Link")](/about)'
  const text = `![B](b.svg "One")\n\n- A\n\n- ![B](b.svg "Two")\n\n${elsewhere}`
  const { sources, problems } = await readFiles({ 'a.md': markdown('title: A', text), 'b.svg': svg })
  const captions = [...documentOf(sources[0]?.html).querySelectorAll('figcaption')]
  expect(captions.map(each => [each.parentElement?.localName, each.textContent])).toEqual([
    ['figure', 'One'],
    ['figure', 'Two'],
  ])
  expect(problems).toEqual(
    [11, 13, 15].map(
      line =>
        `a.md:${line}: ![B](b.svg): only a picture in its own paragraph can have a caption: leave it out, or put empty lines around the picture`,
    ),
  )
})

test.each([
  { text: '![B](b.svg)\n\n![B](b.svg)', loading: ['eager', 'lazy'] },
  { text: 'Words.\n\n![B](b.svg)', loading: ['lazy'] },
])('only a picture at the top of the page loads eagerly: $loading', async ({ text, loading }) => {
  const { sources } = await readFiles({ 'a.md': markdown('title: A', text), 'b.svg': svg })
  const pictures = [...documentOf(sources[0]?.html).querySelectorAll('img')]
  expect(pictures.map(image => image.getAttribute('loading'))).toEqual(loading)
})

test('a file may have CRLF and a byte order mark', async () => {
  expect((await readPage(`\uFEFF${markdown('title: A')}`.replaceAll('\n', '\r\n'))).title).toBe('A')
})

test('spaces after --- are ignored', async () => {
  expect((await readPage(markdown('title: A').replaceAll('---', '---  '))).title).toBe('A')
})

test('editors’ backup files aren’t pages', async () => {
  const left = ['~$a.md', '.#a.md', '._a.md', '.trash/a.md', 'Thumbs.db', 'a.md~']
  expect((await readFiles(Object.fromEntries(left.map(name => [name, 'x'])))).sources).toEqual([])
})

test('a page is published by the first build on its date, and a draft never, but development has both', async () => {
  const files = {
    'draft.md': markdown('title: A\ndate: 2020-01-01\ndraft: true'),
    'post.md': markdown('title: B\ndate: 2026-12-01'),
  }
  const publishedOn = async (day?: string) => (await readFiles(files, day)).sources.map(({ id }) => id)
  expect(await publishedOn('2026-11-30')).toEqual([])
  expect(await publishedOn('2026-12-01')).toEqual(['post.md'])
  expect(await publishedOn()).toEqual(['draft.md', 'post.md'])
})

test('relative, percent-encoded and decomposed links reach their page, file or heading', async () => {
  const text = '## Über uns\n[a](./) [b](</Preise für Größen.pdf>) [c](#%C3%BCber-uns) [d](#u\u0308ber-uns)'
  const { problems, sources } = await readFiles({
    'a/index.md': markdown('title: A', '[a](./b#über-uns) [b](b) [c](../about) [d](#e)\n\n## E'),
    'a/b.md': markdown('title: B\norder: 1', text),
  })
  expect(problems).toEqual([])
  expect(sources.map(({ links }) => links.map(({ href }) => href))).toEqual([
    ['/a', '/Preise%20f%C3%BCr%20Gr%C3%B6%C3%9Fen.pdf', '#%C3%BCber-uns', '#u%CC%88ber-uns'],
    ['/a/b#%C3%BCber-uns', '/a/b', '/about', '#e'],
  ])
})

test('characters without a meaning in Markdown, and escaped ones, stay as they are', async () => {
  const text = String.raw`#5, 2 * 3, a_b, 3.OG, x | y, \[^1\] \*\*, \[a\](b c), ${'`[b](c d)`'}`
  const { document } = await readPage(markdown('title: A', text))
  expect(document.body.textContent?.trim()).toBe('#5, 2 * 3, a_b, 3.OG, x | y, [^1] **, [a](b c), [b](c d)')
})

test('a task list has disabled checkboxes', async () => {
  const { document } = await readPage(
    markdown('title: A', '- [ ] to **do**\n- [x] done\n- [other] item\n- \\[ ] words'),
  )
  const tasks = [...document.querySelectorAll('li')].map(item => {
    const box = item.querySelector('input')
    return {
      text: item.textContent?.trim(),
      ...(box && { isChecked: box.checked, isDisabled: box.disabled }),
    }
  })
  expect(tasks).toEqual([
    { text: 'to do', isChecked: false, isDisabled: true },
    { text: 'done', isChecked: true, isDisabled: true },
    { text: '[other] item' },
    { text: '[ ] words' },
  ])
})

test('code stays as it is', async () => {
  const { document } = await readPage(markdown('title: A', '```\n[^1]: <b>\n```'))
  expect(document.querySelector('pre')?.textContent).toBe('[^1]: <b>\n')
})

test('messages give a link in Markdown its file and line, and a link in a component none', async () => {
  const { read } = await readFiles({ 'a/b.md': markdown('title: A', 'Words.\n[c](./c)') })
  expect(read.linkAt('/a/b', '/a/c')).toBe('shared/site/content/a/b.md:6 links to ./c')
  expect(read.linkAt('/', '/a/c')).toBeUndefined()
})

describe('the site of the fixture', async () => {
  const site = supertest(await siteOf())
  const open = async (path: string) => documentOf((await site.get(path)).text)
  const texts = (document: Document, selector: string) =>
    [...document.querySelectorAll(selector)].map(({ textContent }) => textContent)

  const LONG = 'Übergabe: wir gehen, und alles bleibt in Ihrer Hand'

  test('lists a folder in its order, without dates or a feed', async () => {
    const document = await open('/angebot')
    expect(texts(document, 'main h2')).toEqual(['Bestandsaufnahme', LONG, 'Abnahme'])
    expect(document.querySelector('time, link[rel=alternate]')).toBeNull()
    await site.get('/angebot/feed.xml').expect(404)
  })

  test.each(['/blog/entwurf', '/blog/zukunft'])(
    'has no page %s, which is a draft or has a later date',
    async path => {
      await site.get(path).expect(404)
    },
  )

  test.each(['/blog', '/blog/feed.xml'])('lists no unpublished page in %s', async path => {
    expect((await site.get(path)).text).not.toMatch(/entwurf|zukunft/i)
  })
})

test('a Markdown page renders in <Prose>, with a link at its end', () => {
  const page = documentOf(readFileSync(join(dist, 'agb.html')))
  const [words, link, ...others] = page.querySelectorAll('.r-prose-row > .r-prose-text > *')
  expect({ words: words?.className, link: link?.className, others }).toEqual({
    words: 'r-prose-text',
    link: 'r-next',
    others: [],
  })
})

test('a page has the fields of its file, and its title is its default label', async () => {
  const whole = `---
title: A note
description: What we have learned in a week of work for somebody in a house by the sea.
date: 2026-02-28
label: Notes
menus: { header: 2.5, footer: { place: 7, group: Notes & more } }
old: [/old-note, /older.html]
lang: pt-BR
hydrate: interaction
draft: false
---
Words.
`
  const short = markdown('title: Other\norder: 1.5')
  const { sources } = await readFiles({ 'a.md': whole, 'b/c.md': short })
  expect(sources.map(({ route }) => route)).toEqual([
    {
      path: '/a',
      title: 'A note',
      label: 'Notes',
      description: 'What we have learned in a week of work for somebody in a house by the sea.',
      date: '2026-02-28',
      menus: { header: 2.5, footer: { place: 7, group: 'Notes & more' } },
      old: ['/old-note', '/older.html'],
      lang: 'pt-BR',
      hydrate: 'interaction',
      fields: {},
    },
    {
      path: '/b/c',
      title: 'Other',
      label: 'Other',
      description: expect.stringContaining('What we have learned'),
      order: 1.5,
      fields: {},
    },
  ])
})

test('a site without shared/site/content/ has no Markdown pages', async () => {
  expect((await readContent('/nowhere/content', '2026-11-22', {}, {})).sources).toEqual([])
})

test('a folder’s index has the folder’s path', async () => {
  const { sources } = await readFiles({
    'a/index.md': markdown('title: A'),
    'my-index.md': markdown('title: B'),
    'v1.2.md': markdown('title: C'),
  })
  expect(sources.map(({ route }) => route.path)).toEqual(['/a', '/my-index', '/v1.2'])
})

test('headings with equal text, without letters, or with a menu’s id get unique ids', async () => {
  const text = '## A\n\n## A\n\n## A\n\n## Menu\n\n## …\n\n## *Größe* & `Maß` 2\n\n## Fu\u0308r'
  const { document } = await readPage(markdown('title: A', text))
  expect([...document.querySelectorAll('h2')].map(({ id }) => id)).toEqual([
    'a',
    'a-2',
    'a-3',
    'menu-2',
    'section',
    'größe-maß-2',
    'für',
  ])
})

test('a table can be scrolled by keyboard, is named after its columns, and has their alignment', async () => {
  const text = '| "A" | *b* | c |\n| :--- | :---: | ---: |\n| 1 | 2 | 3 |'
  const { document } = await readPage(markdown('title: A', text))
  const group = document.querySelector('[role=group]')
  expect({
    name: group?.getAttribute('aria-label'),
    className: group?.className,
    tabindex: group?.getAttribute('tabindex'),
    cells: Array.from(document.querySelectorAll('td'), cell => cell.getAttribute('class')),
    styles: document.querySelectorAll('[style]').length,
  }).toEqual({
    name: '"A", b, c',
    className: 'r-table',
    tabindex: '0',
    cells: [null, 'r-center', 'r-right'],
    styles: 0,
  })
})

test('each table of a page is named after its own columns', async () => {
  const table = (name: string) => `| ${name} |\n| --- |\n| 1 |`
  const { document } = await readPage(markdown('title: A', `${table('Preis')}\n\n${table('Ort')}`))
  const names = Array.from(document.querySelectorAll('[role=group]'), each => each.getAttribute('aria-label'))
  expect(names).toEqual(['Preis', 'Ort'])
})

test('only a picture alone in its paragraph is a figure', async () => {
  const { sources } = await readFiles({
    'a.md': markdown('title: A', '![B](b.svg "C")\n\nWords ![B](b.svg) and more.'),
    'b.svg': svg,
  })
  expect(sources[0]?.html).toMatch(/^<figure>.*<\/figure>\n<p>/s)
  const document = documentOf(sources[0]?.html)
  const parts = Array.from(document.querySelectorAll('picture'), picture => picture.parentElement?.localName)
  expect({ parts, assets: sources[0]?.assets.size }).toEqual({ parts: ['figure', 'p'], assets: 1 })
})

test.each([
  ['./b', '/a/b'],
  ['für', '/a/f%C3%BCr'],
  ['b/?c=1#d', '/a/b?c=1#d'],
  ['../', '/'],
  ['/a/', '/a/'],
  ['#b', '#b'],
  ['', ''],
  ['https://a.example/b/', 'https://a.example/b/'],
  ['mailto:ada@a.example', 'mailto:ada@a.example'],
])('the link "%s" in the folder /a leads to "%s"', async (written, href) => {
  const { sources } = await readFiles({ 'a/c.md': markdown('title: C', `[x](${written})`) })
  const document = documentOf(sources[0]?.html)
  expect({
    checked: sources[0]?.links.map(link => link.href),
    inPage: document.querySelector('a')?.getAttribute('href'),
  }).toEqual({ checked: [href], inPage: href })
})
