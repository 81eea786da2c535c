import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostConfigs, hostFiles } from '../scripts/write/hosts.ts'
import { typeOf } from '../server/files.ts'
import { fileOf, redirectFile } from '../server/paths.ts'
import { speculation } from '../server/site-files.ts'
import { company } from '../shared/company.ts'
import { pages } from '../shared/pages.ts'
import { ask } from './support/ask.ts'
import { complaints, hydrated, sharedBrowser } from './support/browser.ts'
import { type Program, programs, serveDist } from './support/hosts.ts'
import { needs } from './support/needs.ts'
import { dist, hosted, listen, origin, security, siteUnderTest, subresource } from './support/server.ts'
import { inner, moved, other, table } from './support/table.ts'

const paths = Object.values(pages).map(({ path }) => path)
const script = readdirSync(join(dist, 'assets')).find(name => name.endsWith('.js'))

/** What every way to serve the site must respond alike. */
const requests: [string, string, Record<string, string>?][] = [
  ...paths.flatMap((path): typeof requests => [
    ['GET', path],
    ['HEAD', path],
    ['GET', `${path}?utm=1`],
  ]),
  ...inner.flatMap((path): typeof requests => [
    ['GET', `${path}/`],
    ['GET', `${path.toUpperCase()}?a=1&b=2`],
    ['GET', `/${path}`],
    ['HEAD', `${path}//`],
    ['GET', `${path}.html`],
  ]),
  ...moved.flatMap(([from]): typeof requests => [
    ['GET', from],
    ['HEAD', `${from}?a=1`],
    ['GET', `${from.toUpperCase()}/`],
  ]),
  ...moved.flatMap(([from]): typeof requests => {
    const file = redirectFile(from, table)
    return file ? [['GET', `/${file}`]] : []
  }),
  ['GET', '//'],
  ['GET', '/index.html'],
  ['GET', '/404'],
  ['GET', '/404.html'],
  ['GET', company.members?.path ?? '/members'],
  ['GET', '/nothing/here?a=1'],
  ['HEAD', '/nothing'],
  ['GET', '/_headers'],
  ['GET', '/.nojekyll'],
  ['GET', '/og'],
  ['GET', '/assets/none.js'],
  ['HEAD', '/assets/none.js'],
  ['GET', `/assets/${script}`],
  ['GET', `/assets/${script}.br`],
  ['GET', `/${speculation.name}`],
  ['GET', '/favicon.svg'],
  ['GET', '/favicon.ico'],
  ['GET', '/icon-512.png'],
  ['GET', '/robots.txt'],
  ['GET', '/sitemap.xml'],
  ['GET', '/llms.txt'],
  ['GET', '/.well-known/security.txt'],
  ['GET', `/og/${Object.keys(pages)[0]}.png`],
  ['POST', other.path],
  ['PUT', '/'],
  ['DELETE', '/nothing'],
  ['OPTIONS', '/assets/none.js'],
]

/** The headers that say something about the site, and not about the program or the moment. */
const compared = ['content-type', 'cache-control', 'location', 'allow', ...Object.keys(security)].map(name =>
  name.toLowerCase(),
)

type Reply = { status: number } & Record<string, unknown>

async function respond(
  url: string,
  method: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const { status, headers: all, body } = await ask(url + path, { method, headers })
  const said = Object.fromEntries(compared.map(name => [name, all[name]]))
  // Apache names the host, too.
  if (said.location) said.location = said.location.toString().replace(url, '')
  // The words of a redirect are the program's own.
  if (status === 308) return { status, ...said, 'content-type': undefined }
  return { status, ...said, body: createHash('sha256').update(body).digest('hex') }
}

const decoders = { br: brotliDecompressSync, gzip: gunzipSync }

let live: Awaited<ReturnType<typeof listen>>
beforeAll(async () => {
  live = await listen(await siteUnderTest())
})
afterAll(() => live.close())

describe('the static server', () =>
  likeTheLiveServer('the static server', async () => listen(await siteUnderTest({ serve: 'static' }))))
for (const program of Object.keys(programs) as Program[])
  describe(program, needs(program), () => likeTheLiveServer(program, () => serveDist(program)))

function likeTheLiveServer(name: string, start: () => Promise<{ url: string; close: () => Promise<void> }>) {
  let host: Awaited<ReturnType<typeof start>>
  beforeAll(async () => {
    host = await start()
  })
  afterAll(() => host?.close())

  test.each(requests)('responds to %s %s like the live server', async (method, path) => {
    const [expected, given] = [await respond(live.url, method, path), await respond(host.url, method, path)]
    const plain = expected.status >= 400 && String(expected['content-type']).startsWith('text/plain')
    // Apache refuses in words of its own, and adds TRACE to what it allows.
    if (name === 'apache2' && plain) {
      const own = { body: '', allow: '', 'content-type': '' }
      expect({ ...given, ...own }).toEqual({ ...expected, ...own })
    } else expect(given).toEqual(expected)
  })

  test('sends the security headers with a range that cannot be had, too', async () => {
    for (const path of [other.path, `/assets/${script}`]) {
      const given = await respond(host.url, 'GET', path, { Range: 'bytes=9999999-' })
      const expected = await respond(live.url, 'GET', path)
      expect(given.status).toBe(416)
      // nginx sends each of them twice.
      for (const header of Object.keys(security).map(header => header.toLowerCase()))
        expect(`${header}: ${given[header]}`).toContain(`${header}: ${expected[header]}`)
    }
  })

  // nginx has brotli in a module that few packages carry.
  test.each(name === 'nginx' ? (['gzip'] as const) : (['br', 'gzip'] as const))(
    'sends a page and the script in %s as they were prerendered',
    async encoding => {
      for (const [path, file] of [
        [other.path, fileOf(other.path)],
        [`/assets/${script}`, `assets/${script}`],
      ] as const) {
        const { headers, body } = await ask(host.url + path, { headers: { 'Accept-Encoding': encoding } })
        expect(headers['content-encoding']).toBe(encoding)
        expect(headers.vary).toMatch(/accept-encoding/i)
        expect(decoders[encoding](body).equals(readFileSync(join(dist, file)))).toBe(true)
      }
    },
  )

  test('says that the plain page depends on what the client accepts', async () => {
    const { headers } = await ask(host.url + other.path)
    expect(headers['content-encoding']).toBeUndefined()
    expect(headers.vary).toMatch(/accept-encoding/i)
  })

  test.each([...paths, `/assets/${script}`, '/robots.txt'])(
    'does not send %s twice to one who has it',
    async path => {
      const { headers } = await ask(host.url + path)
      const again = await ask(host.url + path, { headers: { 'If-None-Match': headers.etag ?? '' } })
      expect(again.status).toBe(304)
      expect(again.body).toHaveLength(0)
      expect(again.headers['cache-control']).toBe(headers['cache-control'])
    },
  )
}

describe('what hosts are told', () => {
  test('_headers gives Netlify and Cloudflare Pages every security header, within their limits', () => {
    const rules = (hostFiles(hosted, origin)._headers ?? '').trim().split('\n\n')
    const parsed = rules.map(rule => rule.split('\n').map(line => line.trim()))
    expect(parsed.map(([pattern]) => pattern)).toEqual(['/*', '/assets/*', `/${speculation.name}`])
    expect(parsed[0]?.slice(1)).toEqual(Object.entries(security).map(([name, value]) => `${name}: ${value}`))
    expect(parsed[1]?.slice(1)).toEqual(['Cache-Control: public, max-age=31536000, immutable'])
    // https://developers.cloudflare.com/pages/configuration/headers/
    for (const line of parsed.flat()) expect(line.length).toBeLessThan(2000)
  })
})

describe('the JSON of hosts', () => {
  interface Rule {
    source: string
    headers: { key: string; value: string }[]
  }
  const read = (files: Record<string, string>, name: string) => JSON.parse(files[name] ?? '')
  const asHeaders = (rules: Rule[]): Record<string, string> =>
    Object.fromEntries(rules.flatMap(({ headers }) => headers.map(({ key, value }) => [key, value])))

  test('gives Vercel the headers of documents for every path but those of scripts, fonts and pictures', () => {
    const { headers } = read(hostFiles(hosted, origin), 'vercel.json') as { headers: Rule[] }
    const of = (path: string) =>
      asHeaders(headers.filter(({ source }) => new RegExp(`^${source}$`).test(path)))
    for (const path of [...paths, '/nothing', '/favicon.svg', '/robots.txt'])
      expect(of(path)).toEqual(security)
    expect(of(`/assets/${script}`)).toEqual({
      ...subresource,
      'Cache-Control': expect.stringContaining('immutable'),
    })
    expect(of('/icon-512.png')).toEqual(subresource)
  })

  test('gives Firebase every header, and keeps from it what is for others', () => {
    const { hosting } = read(hostConfigs(hosted), 'firebase.json')
    expect(asHeaders(hosting.headers.slice(0, 1))).toMatchObject(security)
    expect(hosting.ignore).toEqual(
      expect.arrayContaining(['_headers', '.htaccess', 'vercel.json', '**/*.br']),
    )
    expect(hosting.redirects).toHaveLength(moved.length)
  })
})

describe('the CloudFront function', () => {
  interface Request {
    uri: string
    querystring: Record<string, { value: string }>
  }
  const handle = (uri: string, query: Record<string, { value: string }> = {}) =>
    runInNewContext(`${hostConfigs(hosted)['cloudfront.js']}; handler(event)`, {
      event: { request: { uri, querystring: query } satisfies Request },
    })

  test.each(paths)('turns %s into the name of its file', path => {
    expect(handle(path).uri).toBe(path === '/' ? '/index.html' : `${path}.html`)
  })
  test.each(inner)('sends every other form of %s to it, with its query', path => {
    for (const form of [`${path}/`, `/${path}`, path.toUpperCase()]) {
      const { statusCode, headers } = handle(form, { a: { value: '1' }, b: { value: '2' } })
      expect([statusCode, headers.location.value]).toEqual([308, `${path}?a=1&b=2`])
    }
  })
  test.each(moved)('sends who asks for %s to %s', (from, to) => {
    expect(handle(from).headers.location.value).toBe(to)
  })
  test.each(['/404.html', '/404.html.br', '/_headers'])('hides %s', path => {
    expect(handle(path).uri).toBe('/404')
  })
  test.each(['/robots.txt', '/nothing', `/assets/${script}`])('leaves %s alone', path => {
    expect(handle(path).uri).toBe(path)
  })
})

describe('a host like GitHub Pages, which sends no header of ours and redirects nothing', () => {
  const bare = createServer((req, res) => {
    const [path = ''] = (req.url ?? '').split('?')
    const name = path === '/' ? 'index.html' : path.slice(1)
    const file = [name, `${name}.html`].find(file => files.has(file)) ?? '404.html'
    res.writeHead(file === '404.html' ? 404 : 200, { 'Content-Type': typeOf(file) })
    res.end(readFileSync(join(dist, file)))
  })
  const files = new Set(readdirSync(dist, { recursive: true, encoding: 'utf8' }))
  let url: string
  let browser: Browser
  beforeAll(async () => {
    await new Promise<void>(resolve => bare.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`
    browser = await sharedBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    bare.closeAllConnections()
    bare.close()
  })

  test('is given pages that run without complaint, under the policy in their head', async () => {
    const page = await browser.newPage()
    const heard = complaints(page)
    await page.goto(url + other.path)
    await hydrated(page)
    expect(heard).toEqual([])
    await page.evaluate(() => {
      document.body.append(Object.assign(document.createElement('img'), { src: 'http://127.0.0.1:9/' }))
    })
    await expect.poll(() => heard.join()).toMatch(/Content Security Policy/)
    await page.close()
  })

  test.each(inner)('sends who asks for %s with a slash to the page, by the script', async path => {
    const page = await browser.newPage()
    await page.goto(`${url}${path}/?a=1#main`)
    await page.waitForURL(`${url}${path}?a=1#main`)
    expect(await page.title()).toBe(Object.values(pages).find(page => page.path === path)?.title)
    await page.close()
  })

  test.each(moved.filter(([from]) => redirectFile(from, table)))(
    'sends who asks for %s to %s by a page',
    async (from, to) => {
      const page = await browser.newPage()
      await page.goto(url + from)
      await page.waitForURL(url + to)
      await page.close()
    },
  )
})
