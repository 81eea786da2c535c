// What a crowd gets of pages that cost the processor: who would wait too long is refused when he comes, what has begun is
// finished first, and a part that is slow holds up nobody else. overload-503.test.ts has what slow sources do.
import { once } from 'node:events'
import { get } from 'node:http'
import { use } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { createLimits } from '../../../server/limits/limits.ts'
import { ask, askAtOnce } from '../../support/ask.ts'
import { ClientLeft, createCounts, Overloaded } from '../../support/engine.ts'
import { listen } from '../../support/fixture-site.ts'
import { createLogLines } from '../../support/log-lines.ts'
import { siteOfValues, type ValuePage } from '../../support/value-site.tsx'

const { log, linesAt, linesOf } = createLogLines()

/** A page that takes so many milliseconds on a clock that the test holds, and whose source answers when the test says so. */
function costlyPage(ms: number) {
  const source = { answers: true, answer: Promise.withResolvers<void>(), asked: 0 }
  const load: ValuePage['load'] = async () => {
    source.asked++
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

describe('where twenty pages of a row are loaded', () => {
  /**
   * Asks for a page meanwhile. Each of them is expected to cost so many milliseconds. Resolves to how often the source was
   * asked before it has answered, and to the visitor's reply.
   */
  async function visit(cost: number, path: string, asks: number) {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { source, page } = costlyPage(cost * 8) // An eighth of what the first one costs is in the mean.
    const other: ValuePage = { path: '/other', load: () => ({ data: null }), Component: () => null }
    await using server = await listen(await siteOfValues({ page, other }, { log }))
    await ask(`${server.url}/page/first`)
    source.answers = false
    const others = Array.from({ length: 20 }, (_, n) => ask(`${server.url}/page/other-${n}`))
    await expect.poll(() => source.asked).toBe(21)
    const visitor = ask(server.url + path)
    if (asks > 21) await expect.poll(() => source.asked).toBe(asks)
    else await visitor
    source.answer.resolve()
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(source.asked).toBe(asks)
    return await visitor
  }

  test('the next one, which would wait for more than two seconds, is a 503 at once, and is not loaded', async () => {
    const { status, headers } = await visit(101, '/page/next', 21)
    expect({ status, again: headers['retry-after'] }).toEqual({ status: 503, again: '1' })
    expect(await linesOf(headers['x-request-id'])).toMatchObject([
      { level: 40, msg: 'refused: the processor would be free in 2020 ms' },
      { level: 30, status: 503 },
    ])
  })

  test('the next one, which would wait for less, is a 200', async () => {
    expect((await visit(99, '/page/next', 22)).status).toBe(200)
  })

  test('the data of the next one, which needs no rendering, is a 200', async () => {
    expect((await visit(101, '/page/next.json', 22)).status).toBe(200)
  })

  test('a page of another row, whose source may be faster, is a 200', async () => {
    expect((await visit(101, '/other', 21)).status).toBe(200)
  })
})

test('a row that was dear is not refused for long when its source fails', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { source, page } = costlyPage(8 * 2001)
  await using server = await listen(await siteOfValues({ page }))
  await ask(`${server.url}/page/first`)
  source.answers = false
  const visitors = [ask(`${server.url}/page/a`)]
  await expect.poll(() => source.asked).toBe(2)
  expect((await ask(`${server.url}/page/b`)).status).toBe(503)
  source.answer.reject(new Error('the source is down'))
  expect((await Promise.all(visitors)).map(({ status }) => status)).toEqual([500])
  source.answer = Promise.withResolvers()
  visitors.push(ask(`${server.url}/page/c`))
  await expect.poll(() => source.asked).toBe(3)
  visitors.push(ask(`${server.url}/page/d`))
  await expect.poll(() => source.asked).toBe(4)
  source.answer.resolve()
  await Promise.all(visitors)
})

test('pages of which a component suspends wait as for a source: no more of a row than half of the slots, and no other row waits', async () => {
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
  const visits = await askAtOnce(Array.from({ length: 100 }, (_, n) => `${server.url}/slow/part-${n}`))
  await expect.poll(() => suspended).toBeGreaterThanOrEqual(64)
  expect(String((await ask(`${server.url}/other`)).body)).toContain('<p>Here</p>')
  expect(suspended).toBeLessThan(100)
  part.resolve(null)
  expect((await Promise.all(visits)).map(({ status }) => status)).toEqual(Array(100).fill(200))
})

test('a visitor who has left before his page is loaded is neither loaded for nor refused', async () => {
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
  await ask(`${server.url}/healthz`) // Meanwhile it would have been loaded.
  expect(loads).toBe(0)
})

test('the page 503 is rendered before anybody is refused', async () => {
  const rendered: string[] = []
  const onRendered = (_path: string | undefined, html: Buffer) => rendered.push(String(html))
  await using server = await listen(await siteOfValues({}, { onRendered }))
  await ask(`${server.url}/healthz`)
  expect(rendered).toEqual([expect.stringContaining('<h1')])
})

describe('the processor', () => {
  const { signal } = new AbortController()
  const group = {}

  /** Takes every slot of the processor, with pages whose compression ends when the test says so. */
  async function occupy(limits: ReturnType<typeof createLimits>) {
    const end = Promise.withResolvers<void>()
    let compressing = 0
    const pages = Array.from({ length: 20 }, async () => {
      using _page = await limits.render({ group, signal }, async () => Buffer.from('html'))
      compressing++
      await end.promise
    })
    await vi.waitFor(() => expect(compressing).toBeGreaterThan(1))
    return { end, pages, compressing: () => compressing }
  }

  test('has few pages at once: each is compressed before another is rendered', async () => {
    const limits = createLimits(createCounts())
    const { end, pages, compressing } = await occupy(limits)
    for (let ticks = 0; ticks < 20; ticks++) await new Promise(setImmediate)
    expect(compressing()).toBeLessThan(6)
    end.resolve()
    await Promise.all(pages)
    expect(compressing()).toBe(20)
  })

  test('gets no more data while four million bytes wait for it, and gets it when they do not', async () => {
    const limits = createLimits(createCounts())
    const { end, pages } = await occupy(limits)
    const large = limits.render({ group, signal, bytes: 4_000_001 }, async () => Buffer.from('html'))
    let loaded = 0
    const load = limits.load({ group, signal, isRendered: true }, async () => loaded++)
    for (let ticks = 0; ticks < 20; ticks++) await new Promise(setImmediate)
    expect(loaded).toBe(0)
    end.resolve()
    await Promise.all([...pages, large, load])
    expect(loaded).toBe(1)
  })

  test('refuses a page whose time is over before it is rendered: it has waited for others', async () => {
    const limits = createLimits(createCounts())
    const { end, pages } = await occupy(limits)
    const time = new AbortController()
    const render = vi.fn(async () => Buffer.from('html'))
    const page = limits.render({ group, signal: time.signal }, render)
    time.abort(new Error('timeout'))
    await expect(page).rejects.toThrow(Overloaded)
    end.resolve()
    await Promise.all(pages)
    expect(render).not.toHaveBeenCalled()
  })

  test('does not render a page for which nobody waits any more', async () => {
    const limits = createLimits(createCounts())
    const { end, pages } = await occupy(limits)
    const visit = new AbortController()
    const render = vi.fn(async () => Buffer.from('html'))
    const page = limits.render({ group, signal: visit.signal }, render)
    visit.abort(new ClientLeft())
    await expect(page).rejects.toThrow(ClientLeft)
    end.resolve()
    await Promise.all(pages)
    expect(render).not.toHaveBeenCalled()
  })
})
