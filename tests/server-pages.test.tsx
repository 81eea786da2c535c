import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bodiesOf, readAssets } from '../server/assets.ts'
import type { PageRequest } from '../server/pages/index.ts'
import { createSitePages } from '../server/site-pages.tsx'
import { failed } from '../shared/company.ts'
import { createPageTable, rowsOf } from '../shared/page-table.ts'
import { ask } from './support/ask.ts'
import type { LogLine } from './support/process.ts'
import { build, listen, origin, siteUnderTest } from './support/server.ts'
import { rows } from './support/table.ts'

/** What the page's source does next. */
let source: (request: PageRequest) => Promise<string>
const Shown = async ({ word }: { word: Promise<string> }) => <p>{await word}</p>

const row = {
  path: '/news',
  title: 'News of the made-up company',
  description: 'A page of the server for these tests alone, which shows what its source says.',
  label: 'News',
  menus: {},
  type: 'WebPage',
  server: true,
} as const

let server: Awaited<ReturnType<typeof listen>>
const lines: LogLine[] = []
beforeAll(async () => {
  const pages = await createSitePages({
    table: createPageTable([...rows, ...rowsOf({ news: row })]),
    assets: readAssets(build),
    origin,
    body: bodiesOf(build),
    servers: {
      news: async request =>
        // Data that is awaited by the page, or by a component in it.
        request.url.searchParams.has('inside') ? (
          <Shown word={source(request)} />
        ) : (
          <p>{await source(request)}</p>
        ),
    },
  })
  const log = pino({}, { write: line => void lines.push(JSON.parse(line)) })
  server = await listen(await siteUnderTest({ pages, log, timeout: 200 }))
})
afterAll(() => server.close())
beforeEach(() => {
  lines.length = 0
  source = async () => 'nothing new'
})
const news = (query = '', headers = {}) => ask(`${server.url}/news${query}`, { headers })
const errors = () => lines.filter(({ level }) => level >= 40)

test('a page of the server is rendered for each request, and may read its query', async () => {
  let times = 0
  source = async ({ url }) => `${url.searchParams.get('of')} ${++times}`
  expect((await news('?of=May')).body.toString()).toContain('<p>May 1</p>')
  expect((await news('?of=June')).body.toString()).toContain('<p>June 2</p>')
})

test('it has no script at all', async () => {
  const html = (await news()).body.toString()
  expect(html.match(/<script[^>]*>|modulepreload/g)).toEqual(['<script type="application/ld+json">'])
})

test('its ETag is of its content', async () => {
  const { headers, status } = await news()
  expect([status, headers['cache-control']]).toEqual([200, 'no-cache'])
  const known = { 'If-None-Match': headers.etag }
  expect(await news('', known)).toMatchObject({ status: 304, headers: { etag: headers.etag } })
  source = async () => 'something new'
  const changed = await news('', known)
  expect([changed.status, changed.headers.etag === headers.etag]).toEqual([200, false])
})

test('it responds to HEAD as to GET', async () => {
  const kept = async (method: string) => {
    const { status, headers, body } = await ask(`${server.url}/news`, { method })
    const { date, 'x-request-id': id, ...rest } = headers
    return { status, rest, sent: body.length > 0 }
  }
  const get = await kept('GET')
  expect(await kept('HEAD')).toEqual({ ...get, sent: false })
})

describe.each([
  ['itself', ''],
  ['a component in it', '?inside'],
])('where %s waits for a source', (_, query) => {
  test('that fails, a visitor gets the 500 page, and the log one error', async () => {
    source = async () => {
      throw new Error('the source is dry')
    }
    const { status, headers, body } = await news(query)
    expect([status, headers['cache-control'], headers.etag]).toEqual([500, 'no-store', undefined])
    expect(body.toString()).toContain(`<h1>${failed.label}</h1>`)
    expect(errors()).toMatchObject([{ level: 50, err: { message: 'the source is dry' } }])
  })

  test('that says nothing, it is told to stop in time, and a visitor gets the 500 page', async () => {
    let signal: AbortSignal | undefined
    source = request => {
      signal = request.signal
      return new Promise(() => {})
    }
    const { status, body } = await news(query)
    expect(status).toBe(500)
    expect(body.toString()).toContain(`<h1>${failed.label}</h1>`)
    expect(signal?.aborted).toBe(true)
    expect(errors()).toMatchObject([{ level: 50, err: { message: 'timeout: no page after 200 ms' } }])
  })

  test('a visitor who leaves is no error, and the source is told to stop', async () => {
    const { promise: asked, resolve: ask } = Promise.withResolvers<AbortSignal>()
    source = ({ signal }) => {
      ask(signal)
      return new Promise(() => {})
    }
    const leaving = new AbortController()
    const response = fetch(`${server.url}/news${query}`, { signal: leaving.signal })
    const signal = await asked
    leaving.abort()
    await expect(response).rejects.toThrow()
    await expect.poll(() => signal.aborted).toBe(true)
    expect(String(signal.reason)).toContain('the visitor has left')
    expect(errors()).toEqual([])
  })
})
