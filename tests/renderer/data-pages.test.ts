import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, type Mock, test, vi } from 'vitest'
import { ask } from '../support/ask.ts'
import { dist, facts, listen, origin, siteOf } from '../support/fixture-site.ts'
import { createLogLines } from '../support/log-lines.ts'

const { log, lines, linesOf, linesAt } = createLogLines()
const text = async (url: string) => String((await ask(url)).body)

/** A source that never answers, and ignores its signal. Resolves to that signal when it is asked. */
function hangingSource() {
  const { promise, resolve } = Promise.withResolvers<AbortSignal>()
  const jobs = (_url: URL, signal: AbortSignal) => new Promise(() => resolve(signal))
  vi.stubGlobal('sources', { jobs })
  return promise
}

/** A part of the page /stimmen that never comes. Resolves when it is rendered. */
function hangingPart() {
  const { promise, resolve } = Promise.withResolvers<void>()
  vi.stubGlobal('suspendedPart', () => new Promise(() => resolve()))
  return promise
}

test('a page with data asks its source for each request, with the query, and has a weak ETag of its content', async () => {
  const urls: string[] = []
  const jobs = ({ href }: URL) => [`Schreiner ${urls.push(href)}`]
  vi.stubGlobal('sources', { jobs })
  await using server = await listen(await siteOf())
  const url = `${server.url}/stellen?ort=Bonn`
  const { headers, body } = await ask(url)
  expect(String(body)).toMatch(/Stellen Bonn.*<p>Schreiner 1<\/p>/s)
  expect(headers).toMatchObject({ etag: expect.stringMatching(/^W\//), 'cache-control': 'private, no-cache' })
  await ask(url)
  expect(urls).toEqual(Array(2).fill(`${origin}/stellen?ort=Bonn`))
})

test.each([
  { what: 'whose loader hangs', path: '/stellen', hang: hangingSource },
  { what: 'of which a part in Suspense never comes', path: '/stimmen', hang: hangingPart },
])('a page $what is a 500 after four seconds', async ({ path, hang }) => {
  const begun = hang()
  await using server = await listen(await siteOf({ log }))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const reply = ask(server.url + path)
  const signal = await begun
  vi.advanceTimersByTime(3999)
  expect(signal?.aborted ?? false).toBe(false)
  vi.advanceTimersByTime(1)
  const { status, headers, body } = await reply
  vi.useRealTimers()
  expect({ status, body: String(body) }).toEqual({
    status: 500,
    body: expect.stringContaining(facts.labels.failed.description),
  })
  expect(await linesOf(headers['x-request-id'])).toMatchObject([
    { level: 50, path, err: { message: expect.stringContaining('timeout') } },
    { level: 30, status: 500 },
  ])
})

test('a page with data is given up when its visitor leaves, and no error is logged', async () => {
  const asked = hangingSource()
  await using server = await listen(await siteOf({ log }))
  const visitor = get(`${server.url}/stellen`, { agent: false }).on('error', () => {})
  const signal = await asked
  visitor.destroy()
  if (!signal.aborted) await once(signal, 'abort')
  expect(String(signal.reason)).not.toContain('timeout')
  await expect.poll(() => linesAt('/stellen')).toMatchObject([{ level: 30, status: 499 }])
})

// The page /kurse of the fixture has `revalidate: 300`, in seconds.
describe('a page with revalidate', () => {
  type Source = (url: URL) => string[] | Promise<string[]>
  /** A source whose list names how often it was asked, on a clock that stands still. */
  function countingSource() {
    vi.useFakeTimers({ toFake: ['performance', 'Date'] })
    const courses: Mock<Source> = vi.fn(() => [`Kurs ${courses.mock.calls.length}`])
    vi.stubGlobal('sources', { courses })
    return courses
  }
  const pass = (seconds: number) => vi.advanceTimersByTime(seconds * 1000)

  test('is one rendering for all, whoever asks at the same time or later, with any query', async () => {
    const courses = countingSource()
    await using server = await listen(await siteOf())
    const url = `${server.url}/kurse`
    const both = await Promise.all([text(url), text(`${url}?tag=1`)])
    for (const html of [...both, await text(`${url}?tag=2`)]) expect(html).toContain('<p>Kurs 1</p>')
    expect(courses.mock.calls.map(([{ href }]) => href)).toEqual([`${origin}/kurse`])
  })

  test.each([1, 299])('is still the old one after %i seconds', async seconds => {
    const courses = countingSource()
    await using server = await listen(await siteOf())
    await text(`${server.url}/kurse`)
    pass(seconds)
    expect(await text(`${server.url}/kurse`)).toContain('<p>Kurs 1</p>')
    expect(courses).toHaveBeenCalledTimes(1)
  })

  test('is sent stale at once after its end, and loaded anew once in the background', async () => {
    const courses = countingSource()
    await using server = await listen(await siteOf())
    const url = `${server.url}/kurse`
    await text(url)
    pass(300)
    const again = Promise.withResolvers<string[]>()
    courses.mockReturnValueOnce(again.promise)
    for (const stale of [await text(url), await text(url)]) expect(stale).toContain('<p>Kurs 1</p>')
    expect(courses).toHaveBeenCalledTimes(2)
    again.resolve(['Drechseln'])
    await expect.poll(() => text(url)).toContain('<p>Drechseln</p>')
    expect(courses).toHaveBeenCalledTimes(2)
  })

  test('stays the old one for another time where its source fails, with a warning in the log', async () => {
    const courses = countingSource()
    await using server = await listen(await siteOf({ log }))
    const url = `${server.url}/kurse`
    await text(url)
    pass(300)
    courses.mockRejectedValueOnce(new Error('away'))
    for (const { status, body } of [await ask(url), await ask(url)])
      expect({ status, body: String(body) }).toEqual({
        status: 200,
        body: expect.stringContaining('<p>Kurs 1</p>'),
      })
    expect(courses).toHaveBeenCalledTimes(2)
    await expect
      .poll(() => lines.find(({ level }) => level === 40))
      .toMatchObject({ path: '/kurse', err: { message: 'away' } })
    pass(300)
    await expect.poll(() => text(url)).toContain('<p>Kurs 3</p>')
  })

  test('is a 500 where its first rendering fails, which is not kept', async () => {
    const courses = countingSource()
    await using server = await listen(await siteOf())
    courses.mockRejectedValueOnce(new Error('away'))
    const url = `${server.url}/kurse`
    const failed = await ask(url)
    expect({ status: failed.status, cache: failed.headers['cache-control'] }).toEqual({
      status: 500,
      cache: 'no-store',
    })
    expect(await text(url)).toContain('<p>Kurs 2</p>')
  })
})

test('a static server renders a page with prerender: false, which dist/ lacks', async () => {
  expect(existsSync(join(dist, 'lager.html'))).toBe(false)
  vi.stubGlobal('sources', { stock: () => ['Eiche'] })
  await using server = await listen(await siteOf({ serve: 'static' }))
  expect(await text(`${server.url}/lager`)).toContain('<p>Eiche</p>')
})

test.each(['stellen.html', 'stellen.json', 'kurse.json'])(
  'a static server does not start where dist/ lacks %s, of another page',
  async name => {
    const copy = mkdtempSync(join(tmpdir(), 'dist-'))
    cpSync(dist, copy, { recursive: true, filter: file => !file.endsWith(name) })
    const cure = new RegExp(`${name.replace('.', '\\.')} is missing: run SITE_ORIGIN=\\S+ npm run prerender$`)
    await expect(siteOf({ serve: 'static', dist: copy })).rejects.toThrow(cure)
  },
)

describe('sendPage', () => {
  const written = { name: 'Ada </script>', email: 'ada', message: 'Guten Tag' }
  const body = new URLSearchParams(written)
  const ownPage = { 'Sec-Fetch-Site': 'same-origin' }

  test('sends the page with the data of the endpoint, in the page and for the browser, and no cache keeps it', async () => {
    await using server = await listen(await siteOf())
    const options = { method: 'POST', headers: ownPage, body }
    const response = await fetch(`${server.url}/anfrage?von=start`, options)
    expect({ status: response.status, cache: response.headers.get('cache-control') }).toEqual({
      status: 422,
      cache: 'no-store',
    })
    const html = await response.text()
    const [, json = ''] = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(html) ?? []
    expect(JSON.parse(json)).toMatchObject({
      path: '/anfrage',
      query: '?von=start',
      head: { path: '/anfrage', title: `Ihr Vorhaben | Müller & Söhne "D'r <Hof>"` },
      data: { written, problems: { email: 'Bitte prüfen Sie die Adresse.' } },
    })
  })

  test('at the path of another page is a 500, and the log says why', async () => {
    const endpoints: typeof testEndpoints = (app, sendPage) =>
      app.get('/api/page', (req, res) =>
        sendPage(req, res, 'enquiry' as never, { data: { written: {}, problems: {} } }),
      )
    vi.stubGlobal('testEndpoints', endpoints)
    await using server = await listen(await siteOf({ log }))
    const { status, headers } = await ask(`${server.url}/api/page`)
    expect(status).toBe(500)
    expect(await linesOf(headers['x-request-id'])).toMatchObject([
      { level: 50, err: { message: 'sendPage: /api/page is not the path of the page enquiry' } },
      { status: 500 },
    ])
  })
})
