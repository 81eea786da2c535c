import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { JSDOM } from 'jsdom'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { company } from '../shared/company.ts'
import { complaints, sharedBrowser } from './support/browser.ts'
import { start, stop } from './support/process.ts'
import { copyOfProject } from './support/project.ts'
import { home, other, rows } from './support/table.ts'

const last = rows.at(-1) ?? home

const project = copyOfProject()
afterAll(() => project.remove())

/** Lets shared/content/ of the copy hold these files and no others. */
function fill(files: Record<string, string>): void {
  rmSync(join(project.folder, 'shared/content'), { recursive: true, force: true })
  for (const [name, text] of Object.entries(files)) {
    const file = `shared/content/${name}`
    mkdirSync(dirname(join(project.folder, file)), { recursive: true })
    project.write(file, text)
  }
}

const description = 'What we have learned in a week of work for somebody, in five lines or in fifty.'
let pages = 0
/** A page with a description of its own. */
const page = (fields: string, text = 'Words.') =>
  `---\ndescription: ${description} ${++pages}\n${fields}\n---\n${text}\n`

const first = `The first paragraph, with **strong** words & [our index](/blog).

## What it shows

![Hills before an evening sky](./evening.jpg "An evening")

| Week | Price |
| --- | ---: |
| 1 | 4,200 € |

\`\`\`js
if (a < b) throw new Error('<b>')
\`\`\`

> Said [further up](#what-it-shows), and [there](/blog/second-note#an-end).
`

describe('a folder of Markdown', () => {
  let said: string
  beforeAll(async () => {
    fill({
      'imprint.md': page('title: Imprint\nlabel: Who we are\nmenus: { footer: 9 }'),
      'blog/index.md': page('title: Notes\nmenus: { header: 9 }', 'What we learn.'),
      'blog/first-note.md': page('title: First note\ndate: 2026-11-20\nformer: [/old-note]', first),
      'blog/second-note.md': page('title: A < B & C\ndate: 2026-11-21', '## An end\n\nAnd words.'),
      'blog/unfinished.md': page('title: Unfinished\ndate: 2026-11-22\ndraft: true'),
    })
    cpSync(
      join(import.meta.dirname, 'support/evening.jpg'),
      join(project.folder, 'shared/content/blog/evening.jpg'),
    )
    const { code, said: words } = await project.prerender()
    expect(code, words).toBe(0)
    said = words
  })

  const built = (name: string) => readFileSync(join(project.folder, 'dist', name), 'utf8')
  const xml = (name: string) => new JSDOM(built(name), { contentType: 'text/xml' }).window.document

  test('becomes a page for each file, told of with its sizes', () => {
    for (const name of ['imprint', 'blog', 'blog/first-note', 'blog/second-note'])
      expect(said).toMatch(new RegExp(`dist/${name}.html +\\d+ bytes, \\d+ with brotli`))
  })

  test('leaves drafts out', () => {
    expect(said).not.toContain('unfinished')
    expect(built('blog.html') + built('sitemap.xml') + built('blog/feed.xml')).not.toMatch(/unfinished/i)
  })

  test('has a sitemap with the day of each page that has one', () => {
    const days = [...xml('sitemap.xml').querySelectorAll('url')].flatMap(url => {
      const day = url.querySelector('lastmod')?.textContent
      return day ? [[url.querySelector('loc')?.textContent, day]] : []
    })
    expect(days).toEqual([
      [`${company.origin}/blog/first-note`, '2026-11-20'],
      [`${company.origin}/blog/second-note`, '2026-11-21'],
    ])
  })

  test('has an Atom feed, the newest first, with absolute addresses', () => {
    const feed = xml('blog/feed.xml')
    expect(feed.documentElement.namespaceURI).toBe('http://www.w3.org/2005/Atom')
    const text = (selector: string) => [...feed.querySelectorAll(selector)].map(found => found.textContent)
    expect(text('feed > title')).toEqual(['Notes'])
    expect(text('entry > title')).toEqual(['A < B & C', 'First note'])
    expect(text('feed > updated, entry > updated')).toEqual([
      '2026-11-21T00:00:00Z',
      '2026-11-21T00:00:00Z',
      '2026-11-20T00:00:00Z',
    ])
    for (const id of text('id')) expect(id).toMatch(company.origin)
    for (const link of feed.querySelectorAll('link'))
      expect(link.getAttribute('href')).toMatch(company.origin)
  })

  test('tells search engines and previews of a page what it is', () => {
    const { document } = new JSDOM(built('blog/first-note.html')).window
    const data = JSON.parse(document.querySelector('[type="application/ld+json"]')?.textContent ?? '')
    const posting = data['@graph'].find((node: { '@type': string }) => node['@type'] === 'BlogPosting')
    expect(posting).toMatchObject({ headline: 'First note', datePublished: '2026-11-20' })
    expect(document.title).toBe(`First note | ${company.name}`)
    const preview = document.querySelector('[property="og:image"]')?.getAttribute('content') ?? ''
    expect(built(preview.replace(`${company.origin}/`, ''))).toMatch(/PNG/)
  })

  describe.each(['live', 'static'])('in a browser, from a %s server,', SERVE => {
    let server: Awaited<ReturnType<typeof start>>
    let browser: Browser
    let page: Page
    let heard: string[]
    const asked: string[] = []
    beforeAll(async () => {
      const bundle = join(project.folder, 'build/server.js')
      ;[browser, server] = await Promise.all([sharedBrowser(), start({ env: { SERVE }, bundle })])
      page = await browser.newPage({ viewport: { width: 390, height: 800 } })
      heard = complaints(page)
      page.on('request', request =>
        asked.push(`${request.resourceType()} ${new URL(request.url()).pathname}`),
      )
      await page.goto(`${server.url}/blog`)
    })
    afterAll(() => Promise.all([page.close(), browser.close(), stop(server)]))

    test('the index lists its pages, the newest first', async () => {
      expect(await page.locator('main h2').allTextContents()).toEqual(['A < B & C', 'First note'])
      expect(await page.locator('main time').first().getAttribute('datetime')).toBe('2026-11-21')
      const feed = page.locator('link[rel=alternate]')
      expect(await feed.getAttribute('href')).toBe('/blog/feed.xml')
    })

    test('a click leads to a page, Back to the index, and the menu to another', async () => {
      await page.getByRole('link', { name: 'First note' }).click()
      await page.waitForURL('**/blog/first-note')
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('First note')
      expect(await page.locator('figure figcaption').textContent()).toBe('An evening')
      const picture = page.getByRole('img', { name: 'Hills before an evening sky' })
      await picture.scrollIntoViewIfNeeded()
      await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.currentSrc)).toMatch(/\.avif$/)
      expect(
        await page
          .locator('td')
          .last()
          .evaluate(cell => getComputedStyle(cell).textAlign),
      ).toBe('end')
      expect(await page.locator('pre').textContent()).toContain("if (a < b) throw new Error('<b>')")
      await page.goBack()
      await page.waitForURL('**/blog')
      await page.locator('[popovertarget=menu]').first().click()
      await page.locator('#menu').getByRole('link', { name: other.label }).waitFor()
      await page.locator('#menu').getByRole('link', { name: 'Notes' }).click()
      await page.waitForURL('**/blog')
    })

    test('a former path redirects', async () => {
      await page.goto(`${server.url}/old-note`)
      expect(new URL(page.url()).pathname).toBe('/blog/first-note')
    })

    test('no script is asked for, and nothing is complained of', () => {
      expect(asked.filter(each => each.startsWith('script'))).toEqual([])
      expect(asked.filter(each => each.startsWith('document')).length).toBeGreaterThan(3)
      expect(heard).toEqual([])
    })
  })
})

test('a page of Markdown has an ETag of its content', async () => {
  const server = await start({ bundle: join(project.folder, 'build/server.js') })
  const get = (path: string, headers = {}) => fetch(`${server.url}${path}`, { headers })
  const etag = (await get('/imprint')).headers.get('etag') ?? ''
  expect((await get('/imprint', { 'If-None-Match': etag })).status).toBe(304)
  expect((await get('/blog', { 'If-None-Match': etag })).status).toBe(200)
  await stop(server)
})

describe('the build refuses, all at once and with its line,', () => {
  const problemy: [what: string, name: string, text: string, problem: string][] = [
    ['a file without fields', 'bare.md', 'Words.', '1: begin with the lines ---'],
    ['a missing title', 'untitled.md', page('label: Nothing'), '1: title is missing'],
    ['an unknown field', 'unknown.md', page('title: Unknown\nauthor: Me'), '4: author is no field'],
    [
      'a description that is too short',
      'short.md',
      '---\ntitle: Short\ndescription: Too short.\n---\n',
      '3: description has 10 characters: write 50 to 160',
    ],
    [
      'a day that is none',
      'day.md',
      page('title: Day\ndate: 2026-02-30'),
      '4: date: write a day as 2026-11-21',
    ],
    ['a menu that is none', 'menu.md', page('title: Menu\nmenus: { side: 1 }'), '4: menus: write the place'],
    ['broken YAML', 'yaml.md', page('title: [Broken'), '4: '],
    [
      'a page without a day in a folder with an index',
      'blog/dayless.md',
      page('title: Dayless'),
      '1: date is missing: /blog lists',
    ],
    [
      'a heading of the first level',
      'heading.md',
      page('title: Heading', 'Words.\n\n# Again'),
      '7: headings begin at the second level',
    ],
    [
      'a heading that leaves a level out',
      'level.md',
      page('title: Level', '## Two\n\n#### Four'),
      '7: #### follows ##',
    ],
    ['HTML', 'html.md', page('title: HTML', 'Words.\n\n<div>no</div>'), '7: HTML is not allowed'],
    [
      'HTML within a line',
      'inline.md',
      page('title: Inline', 'Words\nand <b>more</b>.'),
      '6: HTML is not allowed',
    ],
    [
      'a dead link',
      'dead.md',
      page('title: Dead', 'To [nowhere](/nowhere).'),
      '5: the link to /nowhere: there is no such page',
    ],
    [
      'a link to another spelling',
      'spelled.md',
      page('title: Spelled', `To [us](${other.path.toUpperCase()}/).`),
      `5: the link to ${other.path.toUpperCase()}/: write ${other.path}`,
    ],
    [
      'a link to a heading that is not there',
      'part.md',
      page('title: Part', 'To [a part](/blog#nowhere).'),
      '5: the link to /blog#nowhere: that page has no such heading',
    ],
    [
      'a missing picture',
      'picture.md',
      page('title: Picture', '- One\n- ![Yard](./yard.jpg)'),
      '6: the picture ./yard.jpg: there is no such file',
    ],
    [
      'a path that is taken',
      `${other.path.slice(1)}.md`,
      page('title: Taken'),
      `1: path is ${other.path}: that is pages.${other.id}.path`,
    ],
    [
      'a former path that is taken',
      'former.md',
      page(`title: Former\nformer: [${last.path}]`),
      `4: former[0] is ${last.path}: that is pages.${last.id}.path`,
    ],
  ]
  let said: string
  beforeAll(async () => {
    const index = page('title: Notes\nmenus: { header: 9 }')
    fill({ 'blog/index.md': index, ...Object.fromEntries(problemy.map(([, name, text]) => [name, text])) })
    said = (await project.build()).said
  })

  test.each(problemy)('%s', (_, name, _text, problem) => {
    expect(said).toContain(`\nshared/content/${name}:${problem}`.slice(1))
  })

  test('and nothing else', () => {
    const lines = said.split('\n').filter(line => line.startsWith('shared/content/'))
    expect(new Set(lines.map(line => line.split(':')[0]?.replace('shared/content/', '')))).toEqual(
      new Set(problemy.map(([, name]) => name)),
    )
  })
})
