// Slow loaders: the server gives up on their page after four seconds, or when the visitor leaves, and logs only real errors.
// overload-503.test.ts covers many slow loads at once.
import { once } from 'node:events'
import { get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { use } from 'react'
import { expect, test, vi } from 'vitest'
import { facts, listen, siteOf } from '../../../tests/support/fixture-site.ts'
import { request } from '../../../tests/support/http.ts'
import { createLogLines } from '../../../tests/support/log-lines.ts'
import type { AnyLoader } from '../load-data.ts'
import { siteOfValues, type ValuePage } from './support/value-site.tsx'

const { log, linesOf, linesAt, problemsAt } = createLogLines()

/** A site with a page at /page and this loader. */
const serve = async (load: AnyLoader['load'], route: Partial<ValuePage> = {}) =>
  listen(await siteOfValues({ page: { path: '/page', load, ...route } }, { log }))

/** A source that never responds, and ignores its signal. Resolves to the signal when it is called. */
function hangingSource(name: 'jobs' | 'courses' = 'jobs') {
  const { promise, resolve } = Promise.withResolvers<AbortSignal>()
  const source = (_url: URL, signal: AbortSignal) => new Promise(() => resolve(signal))
  vi.stubGlobal('sources', { [name]: source })
  return promise
}

/** A part of the page /stimmen that suspends forever. Resolves when it is rendered. */
function hangingPart() {
  const { promise, resolve } = Promise.withResolvers<void>()
  vi.stubGlobal('suspendedPart', () => new Promise(() => resolve()))
  return promise
}

test.each([
  {
    what: 'whose loader hangs',
    path: '/stellen',
    hang: () => hangingSource(),
    place: '/stellen: loaders.jobs in server/site/loaders.ts is still running: ',
  },
  {
    what: 'with revalidate whose loader hangs',
    path: '/kurse',
    hang: () => hangingSource('courses'),
    place: '/kurse: loaders.courses in server/site/loaders.ts is still running: ',
  },
  { what: 'with a part in Suspense that never resolves', path: '/stimmen', hang: hangingPart, place: '' },
])('a page $what is a 500 after four seconds', async ({ path, hang, place }) => {
  const started = hang()
  await using server = await listen(await siteOf({ log }))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let answered = 'not yet'
  const reply = request(server.url + path).finally(() => {
    answered = 'too early'
  })
  const signal = await started
  vi.advanceTimersByTime(3999)
  await request(`${server.url}/healthz`) // Gives a response time to arrive.
  expect(answered).toBe('not yet')
  expect(signal?.aborted).not.toBe(true) // A suspended part gets no signal.
  vi.advanceTimersByTime(1)
  const { status, headers, body } = await reply
  vi.useRealTimers()
  expect({ status, body: String(body) }).toEqual({
    status: 500,
    body: expect.stringContaining(facts.messages.failed.description),
  })
  expect(await linesOf(headers['x-request-id'])).toMatchObject([
    { level: 50, path, err: { message: `${place}timeout: no page after 4000 ms` } },
    { level: 30, status: 500 },
  ])
})

test('a part that resolves after four seconds is no longer rendered', async () => {
  const parts: string[] = []
  const started = Promise.withResolvers<void>()
  const late = Promise.withResolvers<null>()
  const Component = () => {
    parts.push('started')
    started.resolve()
    use(late.promise)
    parts.push('rendered')
    return null
  }
  await using server = await listen(await siteOfValues({ page: { path: '/page', Component } }, { log }))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const reply = request(`${server.url}/page`)
  await started.promise
  vi.advanceTimersByTime(4000)
  vi.useRealTimers()
  expect((await reply).status).toBe(500)
  late.resolve(null)
  await request(`${server.url}/nowhere`) // Gives React time to render it.
  expect(parts).toEqual(['started'])
})

test('a page from sendPage with a part that never resolves is a 500 after four seconds', async () => {
  const rendered = Promise.withResolvers<void>()
  const never = new Promise<null>(() => {})
  const Component = () => {
    rendered.resolve()
    return use(never)
  }
  const endpoints: typeof testEndpoints = (app, { sendPage }) =>
    app.get('/page', (req, res) => sendPage(req, res, 'page' as never, { data: null as never }))
  const page: ValuePage = { path: '/page', Component, load: () => ({ data: 1 }) }
  await using server = await listen(await siteOfValues({ page }, { log, endpoints }))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const reply = request(`${server.url}/page`)
  await rendered.promise
  vi.advanceTimersByTime(4000)
  const { status, headers } = await reply
  vi.useRealTimers()
  expect(status).toBe(500)
  expect(await linesOf(headers['x-request-id'])).toMatchObject([
    { level: 50, path: '/page', err: { message: 'timeout: no page after 4000 ms' } },
    {},
  ])
})

test('a page with data is aborted when its visitor leaves, and no error is logged', async () => {
  const called = hangingSource()
  await using server = await listen(await siteOf({ log }))
  const visitor = get(`${server.url}/stellen`, { agent: false }).on('error', () => {})
  const signal = await called
  visitor.destroy()
  if (!signal.aborted) await once(signal, 'abort')
  expect(String(signal.reason)).toBe('ClientLeft')
  await expect.poll(() => linesAt('/stellen')).toMatchObject([{ level: 30, status: 499 }])
})

/** A visitor who leaves while the loader waits. Resolves when the request has been logged. */
async function leave(load: AnyLoader['load']) {
  const called = Promise.withResolvers<void>()
  await using server = await serve(request => {
    called.resolve()
    return load(request)
  })
  const visitor = get(`${server.url}/page`, { agent: false }).on('error', () => {})
  await called.promise
  visitor.destroy()
  await expect.poll(() => linesAt('/page')).toContainEqual(expect.objectContaining({ status: 499 }))
}

test('an error in a loader after its visitor has left is logged as a warning', async () => {
  const failing = Promise.withResolvers<never>()
  await leave(() => failing.promise)
  failing.reject(new Error('too late'))
  await expect
    .poll(() => problemsAt('/page'))
    .toMatchObject([{ level: 40, err: { message: 'too late' }, msg: 'a loader failed after its request' }])
})

test.each<{ what: string; load: AnyLoader['load'] }>([
  {
    what: 'with its reason, as fetch does',
    load: ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  },
  {
    what: 'with an AbortError, as Node’s timers do',
    load: ({ signal }) => delay(60_000, undefined, { signal }),
  },
])('a loader that our signal aborts $what isn’t logged as an error', async ({ load }) => {
  const ended = Promise.withResolvers<void>()
  await leave(async request => {
    try {
      return await load(request)
    } finally {
      ended.resolve()
    }
  })
  await ended.promise
  await new Promise(setImmediate)
  expect(problemsAt('/page')).toEqual([])
})

test('the signal of a successful loader is never aborted, even long after its page was sent', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const loaded: { of: string; signal: AbortSignal }[] = []
  for (const route of [{}, { revalidate: 60 }]) {
    let of = ''
    await using server = await serve(({ signal }) => ({ data: loaded.push({ of, signal }) }), route)
    for (const path of ['/page', '/page.json']) {
      of = `${path}, ${JSON.stringify(route)}`
      expect((await request(server.url + path)).status).toBe(200)
    }
  }
  vi.advanceTimersByTime(60_000)
  expect(loaded.map(({ of, signal }) => ({ of, aborted: signal.aborted }))).toEqual([
    { of: '/page, {}', aborted: false },
    { of: '/page.json, {}', aborted: false },
    { of: '/page, {"revalidate":60}', aborted: false }, // Loaded once for both.
  ])
})
