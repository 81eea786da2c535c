import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { JSDOM } from 'jsdom'
import { pino } from 'pino'
import { type ReactNode, Suspense, use } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { createRenderer, type Render } from '../server/render.tsx'
import type { SitePages } from '../server/site-pages.tsx'
import { failed } from '../shared/company.ts'
import { listen, origin, pagesWith, siteUnderTest } from './support/server.ts'
import { other, table } from './support/table.ts'

const secret = 'the secret of the stack'
const endless = () => new Promise<string>(() => {})

const Awaits = ({ words }: { words: Promise<string> }) => <p>{use(words)}</p>
const Throws = () => {
  throw new Error(secret)
}

type Failing = () => Promise<{ pages: SitePages; render: Render }>
const render = createRenderer({ origin, menus: table.menus })

const withOther = async (content: ReactNode) => ({ pages: await pagesWith(content), render })
const inBoundary = (words: Promise<string>) => {
  words.catch(() => {}) // It may fail before its page is rendered.
  return withOther(
    <Suspense fallback="waiting">
      <Awaits words={words} />
    </Suspense>,
  )
}

const beforeShell: Failing = () => withOther(<Throws />)
const atShell: Failing = async () => ({
  ...(await inBoundary(Promise.reject(new Error(secret)))),
  render: async (page, signal) => {
    const rendering = await render(page, signal)
    await nextTurn()
    return rendering
  },
})
/** Only a time-out or the visitor can end these. */
const endlessShell: Failing = () => withOther(<Awaits words={endless()} />)
const endlessPart: Failing = () => inBoundary(endless())

/** A logger, and the lines it wrote at the level of an error or above. */
function ear() {
  const errors: { err: { message: string }; path: string }[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(JSON.parse(line)) })
  return { errors, log }
}

let close = async () => {}
afterEach(() => close())
async function serve(...site: Parameters<typeof listen>) {
  const server = await listen(...site)
  close = server.close
  return server
}

/** What a plain client sees: a whole response, or that it was cut. */
async function ask(url: string, encoding = 'identity') {
  const request = get(url, { agent: false, headers: { 'Accept-Encoding': encoding } })
  const chunks: Buffer[] = []
  let response: IncomingMessage | undefined
  let cut = false
  try {
    ;[response] = (await once(request, 'response')) as [IncomingMessage]
    for await (const chunk of response) chunks.push(chunk)
  } catch {
    cut = true
  }
  return { status: response?.statusCode, headers: response?.headers ?? {}, body: Buffer.concat(chunks), cut }
}

describe.each(['identity', 'gzip'])('a live page asked for in %s', encoding => {
  test.each([
    ['before its shell', beforeShell],
    ['inside Suspense, before anything is sent,', atShell],
  ])('that fails %s is a 500 with the page of the site, logged once', async (_, failing) => {
    const { errors, log } = ear()
    const { url } = await serve(await siteUnderTest({ ...(await failing()), log }))
    const { status, headers, body, cut } = await ask(url + other.path, encoding)
    expect([status, cut]).toEqual([500, false])
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    const html = (headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString()
    const { document } = new JSDOM(html).window
    expect(document.title).toBe(failed.title)
    expect(document.querySelector('h1')?.textContent).toBe(failed.label)
    expect(html).not.toMatch(/secret|\.tsx?\b|node_modules/)
    expect(errors.map(({ err, path }) => [err.message, path])).toEqual([[secret, other.path]])
  })

  const timed = async (failing: Failing, log: pino.Logger) =>
    serve(await siteUnderTest({ ...(await failing()), log, timeout: 50 }))

  test('whose shell takes too long is a 500, logged once', async () => {
    const { errors, log } = ear()
    const { url } = await timed(endlessShell, log)
    const { status, cut } = await ask(url + other.path, encoding)
    expect([status, cut]).toEqual([500, false])
    expect(errors.map(({ err }) => err.message)).toEqual([expect.stringContaining('timeout')])
  })

  test.each([
    ['before the shell', endlessShell],
    ['after the shell', endlessPart],
  ])('is given up when the visitor leaves %s, and nobody is told', async (_, endless) => {
    const { errors, log } = ear()
    const { pages } = await endless()
    const given = Promise.withResolvers<AbortSignal>()
    const spied: Render = (page, signal) => {
      given.resolve(signal)
      return render(page, signal)
    }
    const { url } = await serve(await siteUnderTest({ pages, render: spied, log }))
    const request = get(url + other.path, { agent: false, headers: { 'Accept-Encoding': encoding } })
    request.on('error', () => {})
    const signal = await given.promise
    request.destroy()
    await once(signal, 'abort')
    await nextTurn()
    expect(errors).toEqual([])
  })
})

test('a hundred pages are rendered at once; the next visitor is told to come back, until one of them is given up', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const { pages, render } = await inBoundary(promise)
  let begun = 0
  const counted: Render = (...request) => {
    begun++
    return render(...request)
  }
  const { url } = await serve(await siteUnderTest({ pages, render: counted }))
  const requests = Array.from({ length: 100 }, () =>
    get(url + other.path, { agent: false }).on('error', () => {}),
  )
  await expect.poll(() => begun).toBe(100)
  const refused = await ask(url + other.path)
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1'])
  expect(refused.headers['cache-control']).toBe('no-store')
  expect(refused.headers).not.toHaveProperty('etag')
  expect((await ask(`${url}/healthz`)).status).toBe(200)
  expect((await ask(`${url}/favicon.svg`)).status).toBe(200)
  requests[0]?.destroy()
  resolve('done')
  await expect.poll(async () => (await ask(url + other.path)).status).toBe(200)
  for (const request of requests) request.destroy()
})

test('one page that fails leaves the others alone', async () => {
  const { url } = await serve(await siteUnderTest(await beforeShell()))
  await ask(url + other.path)
  expect((await ask(`${url}/`)).status).toBe(200)
})
