import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, type Mock, test, vi } from 'vitest'
import { ask } from '../support/ask.ts'
import { dist, facts, listen, origin, siteOf } from '../support/fixture-site.ts'
import { createLogLines } from '../support/log-lines.ts'

const { log, lines, linesOf } = createLogLines()
const text = async (url: string) => String((await ask(url)).body)

/** A source that never answers, and ignores its signal. Resolves to that signal when it is asked. */
function hangingSource(name: 'jobs' | 'voices') {
  const { promise, resolve } = Promise.withResolvers<AbortSignal>()
  vi.stubGlobal('sources', { [name]: (_url: URL, signal: AbortSignal) => new Promise(() => resolve(signal)) })
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
  expect(headers).toMatchObject({ etag: expect.stringMatching(/^W\//), 'cache-control': 'no-cache' })
  await ask(url)
  expect(urls).toEqual(Array(2).fill(`${origin}/stellen?ort=Bonn`))
})

test.each([
  ['before it is rendered', 'jobs', '/stellen', () => {}],
  ['when it is about to be rendered', 'voices', '/stimmen', () => {}],
  ['inside Suspense', 'voices', '/stimmen', () => new Promise(setImmediate)],
] as const)('a page that waits %s is a 500 after four seconds', async (_, name, path, moment) => {
  const asked = hangingSource(name)
  await using server = await listen(await siteOf({ log }))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const reply = ask(server.url + path)
  const signal = await asked
  await moment()
  vi.advanceTimersByTime(3999)
  expect(signal.aborted).toBe(false)
  vi.advanceTimersByTime(1)
  const { status, headers, body } = await reply
  vi.useRealTimers()
  expect([status, String(body)]).toEqual([500, expect.stringContaining(facts.labels.failed.description)])
  expect(await linesOf(headers['x-request-id'])).toMatchObject([
    { level: 50, path, err: { message: expect.stringContaining('timeout') } },
    { level: 30, status: 500 },
  ])
})

test('a page with data is given up when its visitor leaves, and no error is logged', async () => {
  const asked = hangingSource('jobs')
  await using server = await listen(await siteOf({ log }))
  const visitor = get(`${server.url}/stellen`, { agent: false }).on('error', () => {})
  const signal = await asked
  visitor.destroy()
  if (!signal.aborted) await once(signal, 'abort')
  expect(String(signal.reason)).not.toContain('timeout')
  await expect.poll(() => lines).toMatchObject([{ level: 30, status: 499, path: '/stellen' }])
})

test('a hundred wait for one page; the next is told to come back, and no other page is touched', async () => {
  const source = Promise.withResolvers<string[]>()
  const jobs = vi.fn(() => source.promise)
  vi.stubGlobal('sources', { jobs })
  await using server = await listen(await siteOf({ log }))
  const url = `${server.url}/stellen`
  const waiting = Array.from({ length: 100 }, () => ask(url))
  await expect.poll(() => jobs.mock.calls).toHaveLength(100)
  const { status, headers, body } = await ask(url)
  expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '1', 'no-store'])
  expect(String(body)).toContain(facts.labels.failed.label)
  expect(await linesOf(headers['x-request-id'])).toMatchObject([
    { level: 40, path: '/stellen', msg: expect.stringContaining('refused') },
    { status: 503 },
  ])
  for (const path of ['/', '/anfrage', '/blog', '/kurse', '/favicon.svg', '/healthz'])
    expect((await ask(server.url + path)).status, path).toBe(200)
  expect((await ask(`${server.url}/nothing`)).status).toBe(404)
  source.resolve(['Schreiner'])
  expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([200]))
  expect((await ask(url)).status).toBe(200)
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

  test('is rendered anew after its end, by one request while others get the old one', async () => {
    const courses = countingSource()
    await using server = await listen(await siteOf())
    const url = `${server.url}/kurse`
    await text(url)
    pass(300)
    const again = Promise.withResolvers<string[]>()
    courses.mockReturnValueOnce(again.promise)
    const anew = text(url)
    await expect.poll(() => courses.mock.calls).toHaveLength(2)
    expect(await text(url)).toContain('<p>Kurs 1</p>')
    again.resolve(['Drechseln'])
    expect(await anew).toContain('<p>Drechseln</p>')
    expect(await text(url)).toContain('<p>Drechseln</p>')
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
    const warning = lines.find(({ level }) => level === 40)
    expect(warning).toMatchObject({ path: '/kurse', err: { message: 'away' } })
    pass(300)
    expect(await text(url)).toContain('<p>Kurs 3</p>')
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

test('a static server does not start where dist/ lacks another page', async () => {
  const copy = mkdtempSync(join(tmpdir(), 'dist-'))
  cpSync(dist, copy, { recursive: true, filter: file => !file.endsWith('stellen.html') })
  const cure = /stellen\.html is missing: run SITE_ORIGIN=\S+ npm run prerender$/
  await expect(siteOf({ serve: 'static', dist: copy })).rejects.toThrow(cure)
})
