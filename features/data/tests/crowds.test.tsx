// CPU-bound pages under load: the server refuses requests that would wait too long, finishes a page before it starts the
// next, and lets no slow component hold up others. overload-503.test.ts covers slow sources.
import { once } from 'node:events'
import { get } from 'node:http'
import { use } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { listen } from '../../../tests/support/fixture-site.ts'
import { request, requestAtOnce } from '../../../tests/support/http.ts'
import { createLogLines } from '../../../tests/support/log-lines.ts'
import { type Concurrency, createConcurrency } from '../concurrency.ts'
import { Overloaded } from '../refusal.ts'
import { siteOfValues, type ValuePage } from './support/value-site.tsx'

const { log, linesAt, linesOf } = createLogLines()

/** A page that takes this many milliseconds on a fake clock, and whose source responds when the test says so. */
function costlyPage(ms: number) {
  const source = { answers: true, answer: Promise.withResolvers<void>(), calls: 0 }
  const load: ValuePage['load'] = async () => {
    source.calls++
    if (!source.answers) await source.answer.promise
    return { data: null }
  }
  const Component = () => {
    vi.advanceTimersByTime(ms)
    return null
  }
  const page: ValuePage = { path: '/page/:slug', load, Component }
  return { source, page }
}

describe('while twenty pages of a route are loading', () => {
  /**
   * Requests a page meanwhile. Each render is expected to cost this many milliseconds. Checks how often the source was called
   * before it responded, and resolves to the visitor's reply.
   */
  async function visit(cost: number, path: string, calls: number) {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { source, page } = costlyPage(cost * 8) // The moving average takes an eighth of the first one's cost.
    const other: ValuePage = { path: '/other', load: () => ({ data: null }), Component: () => null }
    await using server = await listen(await siteOfValues({ page, other }, { log }))
    await request(`${server.url}/page/first`)
    source.answers = false
    const others = Array.from({ length: 20 }, (_, n) => request(`${server.url}/page/other-${n}`))
    await expect.poll(() => source.calls).toBe(21)
    const visitor = request(server.url + path)
    if (calls > 21) await expect.poll(() => source.calls).toBe(calls)
    else await visitor
    source.answer.resolve()
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(source.calls).toBe(calls)
    return await visitor
  }

  test('the next one gets a 503 immediately, without a load, if it would wait over two seconds', async () => {
    const { status, headers } = await visit(101, '/page/next', 21)
    expect({ status, again: headers['retry-after'] }).toEqual({ status: 503, again: '1' })
    expect(await linesOf(headers['x-request-id'])).toMatchObject([
      { level: 40, msg: 'refused: it would have waited 2020 ms to render' },
      { level: 30, status: 503 },
    ])
  })

  test('the next one gets a 200 if it would wait for less', async () => {
    expect((await visit(99, '/page/next', 22)).status).toBe(200)
  })

  test('the data of the next one, which needs no render, gets a 200', async () => {
    expect((await visit(101, '/page/next.json', 22)).status).toBe(200)
  })

  test('a page of another route, whose source may be faster, gets a 200', async () => {
    expect((await visit(101, '/other', 21)).status).toBe(200)
  })
})

test('pages with a suspended component hold at most part of the permits, so other routes don’t wait', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const part = Promise.withResolvers<null>()
  let suspended = 0
  const Slow = () => {
    suspended++
    return use(part.promise)
  }
  const slow: ValuePage = { path: '/slow/:slug', load: () => ({ data: null }), Component: Slow }
  const other: ValuePage = { path: '/other', load: () => ({ data: null }), Component: () => <p>Here</p> }
  await using server = await listen(await siteOfValues({ slow, other }))
  const visits = await requestAtOnce(Array.from({ length: 100 }, (_, n) => `${server.url}/slow/part-${n}`))
  await expect.poll(() => suspended).toBeGreaterThanOrEqual(64)
  expect(String((await request(`${server.url}/other`)).body)).toContain('<p>Here</p>')
  expect(suspended).toBeLessThan(100)
  part.resolve(null)
  expect((await Promise.all(visits)).map(({ status }) => status)).toEqual(Array(100).fill(200))
})

test('a visitor who leaves before the load causes neither a load nor a refusal', async () => {
  let loads = 0
  const load: ValuePage['load'] = () => ({ data: ++loads })
  const passedOn = Promise.withResolvers<void>()
  await using server = await listen(
    await siteOfValues(
      { page: { path: '/left', load } },
      {
        log,
        middleware: [
          async (_req, res, next) => {
            await once(res, 'close')
            next()
            passedOn.resolve()
          },
        ],
      },
    ),
  )
  const come = once(server.server, 'request')
  const visitor = get(`${server.url}/left`, { agent: false }).on('error', () => {})
  await come
  visitor.destroy()
  await passedOn.promise
  await expect.poll(() => linesAt('/left')).toMatchObject([{ level: 30, status: 499 }])
  await request(`${server.url}/healthz`) // Gives a load time to start.
  expect(loads).toBe(0)
})

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate)
}

/** Takes all permits with pages whose compression ends when the test says so. */
async function occupy(concurrency: Concurrency, page: Parameters<Concurrency['render']>[0]) {
  const end = Promise.withResolvers<void>()
  let compressing = 0
  const pages = Array.from({ length: 20 }, async () => {
    using _page = await concurrency.render(page, async () => Buffer.from('html'))
    compressing++
    await end.promise
  })
  await vi.waitFor(() => expect(compressing).toBeGreaterThan(1))
  return { end, pages, compressing: () => compressing }
}

describe('renders', () => {
  const { signal } = new AbortController()
  const page = { route: {}, signal }
  test('are few at a time: each page is compressed before another is rendered', async () => {
    const concurrency = createConcurrency()
    const { end, pages, compressing } = await occupy(concurrency, page)
    await turns(20)
    expect(compressing()).toBeLessThan(6)
    end.resolve()
    await Promise.all(pages)
    expect(compressing()).toBe(20)
  })

  test('refuse a page that times out before its turn', async () => {
    const concurrency = createConcurrency()
    const { end, pages } = await occupy(concurrency, page)
    const time = new AbortController()
    const render = vi.fn(async () => Buffer.from('html'))
    const late = concurrency.render({ route: {}, signal: time.signal }, render)
    time.abort(new Error('timeout'))
    await expect(late).rejects.toThrow(Overloaded)
    end.resolve()
    await Promise.all(pages)
    expect(render).not.toHaveBeenCalled()
  })

  test('release their permit even after an error', async () => {
    const concurrency = createConcurrency()
    const broken = async () => Promise.reject(new Error('broken'))
    for (let n = 0; n < 20; n++) await expect(concurrency.render(page, broken)).rejects.toThrow('broken')
    using rendered = await concurrency.render(page, async () => Buffer.from('html'))
    expect(String(rendered.html)).toBe('html')
  })
})

test('a load waits while another page waits for its render, so that few pages are in memory', async () => {
  const concurrency = createConcurrency()
  const page = { route: {}, signal: new AbortController().signal, willRender: true }
  const { end, pages } = await occupy(concurrency, page)
  const load = vi.fn()
  const waiting = concurrency.permitLoad(page).then(load)
  await turns(20)
  expect(load).not.toHaveBeenCalled()
  end.resolve()
  await Promise.all([...pages, waiting])
})
