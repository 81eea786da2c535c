// The pages of the fixture's shared/site/content/ as they are sent: what the head says, and how a page ends.
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { documentOf } from '../../../tests/support/document-of.ts'
import { described, expectedHead, HEAD_CHANGED, HTML } from '../../../tests/support/expected-heads.ts'
import { build, listen, siteOf } from '../../../tests/support/fixture-site.ts'
import { request } from '../../../tests/support/http.ts'

const live = supertest(await siteOf())

// dist.test.ts compares the prerendered page with this one, byte for byte.
test('GET /blog/hof-im-schnee, a post of a blog', async () => {
  const path = '/blog/hof-im-schnee'
  const { text } = await live.get(path).expect(200).expect('Content-Type', HTML)
  expect(described(text), HEAD_CHANGED).toEqual(
    expectedHead({
      path,
      title: `Der Hof im Schnee: ein Bericht | Müller & Söhne "D'r <Hof>"`,
      description:
        'Wie wir im Winter ein Lager umgezogen haben, ohne dass ein einziges Paket einen Tag zu spät kam.',
      heading: 'Der Hof im Schnee: ein Bericht',
    }),
  )
})

test.each([
  { path: '/blog/erster-beitrag', to: '/blog', words: 'Werkstattblog' },
  { path: '/angebot/abnahme', to: '/angebot', words: 'Dienstleistungsangebot' },
  { path: '/agb', to: '/', words: `Müller & Söhne "D'r <Hof>"` },
])('$path ends with a link to $to', async ({ path, to, words }) => {
  const { text } = await live.get(path).expect(200)
  const last = [...documentOf(text).querySelectorAll('main a')].at(-1)
  expect({ to: last?.getAttribute('href'), words: last?.textContent }).toEqual({ to, words })
})

test('a title with quotes and markup is escaped everywhere', async () => {
  const title = 'Tipps & "Tricks" zu <b>'
  const whole = `${title} | Müller & Söhne "D'r <Hof>"`
  const path = '/blog/erster-beitrag'
  const { text } = await live.get(path).expect(200)
  const post = documentOf(text)
  const { text: index } = await live.get('/blog').expect(200)
  expect({
    title: post.title,
    heading: post.querySelector('h1')?.textContent,
    index: documentOf(index).querySelector(`main a[href="${path}"]`)?.textContent,
  }).toEqual({
    title: whole,
    heading: title,
    index: title,
  })
})

test.each([
  { path: '/blog', feeds: ['Aus der Werkstatt /blog/feed.xml'] },
  { path: '/blog/hof-im-schnee', feeds: ['Aus der Werkstatt /blog/feed.xml'] },
  { path: '/agb', feeds: [] },
])('the head of $path links its feeds: $feeds', async ({ path, feeds }) => {
  const links = documentOf((await live.get(path).expect(200)).text).querySelectorAll<HTMLLinkElement>(
    'head > link[rel=alternate][type="application/atom+xml"]',
  )
  expect(Array.from(links, link => `${link.title} ${link.getAttribute('href')}`)).toEqual(feeds)
})

test('only a page with noindex in its front matter has a robots tag', async () => {
  const robotsAt = async (path: string) => {
    const { text } = await live.get(path).expect(200)
    return documentOf(text).querySelector('meta[name=robots]')?.getAttribute('content')
  }
  expect([await robotsAt('/angebot/uebergabe'), await robotsAt('/angebot/abnahme')]).toEqual([
    'noindex',
    undefined,
  ])
})

test('only a page with hydrate in its front matter has a script', async () => {
  const hasScript = async (path: string) => {
    const { text } = await live.get(path).expect(200)
    return documentOf(text).querySelector('script[data-page]') !== null
  }
  expect([await hasScript('/blog/erster-beitrag'), await hasScript('/blog/hof-im-schnee')]).toEqual([
    true,
    false,
  ])
})

test('a hydrated page is downloaded with its text once: no script has it', async () => {
  const WORDS = 'Wer schreibt, der bleibt.'
  const { text } = await live.get('/blog/erster-beitrag').expect(200)
  const scripts = globSync('public/assets/*.js', { cwd: build }).map(name =>
    readFileSync(join(build, name), 'utf8'),
  )
  expect({
    inDocument: text.split(WORDS).length - 1,
    inScripts: scripts.filter(each => each.includes(WORDS)),
  }).toEqual({
    inDocument: 1,
    inScripts: [],
  })
})

test('a page is served after build/ is deleted, because texts are read at startup', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'build-'))
  cpSync(build, folder, { recursive: true })
  await using server = await listen(await siteOf({ build: folder }))
  rmSync(folder, { recursive: true })
  const { status, body } = await request(`${server.url}/agb`)
  expect({ status, body: String(body) }).toEqual({ status: 200, body: expect.stringContaining('<h1') })
})
