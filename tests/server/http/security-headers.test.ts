// Every header of each kind of response, spelled out. csp.test.ts covers the policy of a page, and own-policy.test.ts
// what a site's policy changes.
import { afterAll, expect, test } from 'vitest'
import { listen, manifest, security, siteOf } from '../../support/fixture-site.ts'
import { request } from '../../support/http.ts'
import {
  cached,
  cachedPage,
  compressible,
  HEADERS_CHANGED,
  html,
  json,
  known,
  made,
  noStore,
  ofDocument,
  ofEach,
  revalidate,
  sentIn,
  strictest,
  subresource,
} from '../../support/sent-headers.ts'
import { siteOfValues } from '../../support/value-site.tsx'

globalThis.isBroken = true

const [script = ''] = manifest.scripts

const server = await listen(await siteOf())
afterAll(() => server.close())

const text = { 'content-type': 'text/plain; charset=utf-8' }
const javascript = { 'content-type': 'text/javascript; charset=utf-8' }

const immutable = { 'cache-control': 'public, max-age=31536000, immutable' }

const errorPage = { ...ofDocument, ...html, ...noStore, ...known, ...compressible }
const shortText = { ...ofDocument, ...text, ...noStore, ...known }
const asset = { ...subresource, ...javascript, ...immutable, ...cached, ...compressible }

const answers = [
  { status: 200, what: 'a page', path: '/', headers: cachedPage },
  {
    status: 200,
    what: 'an HTML file',
    path: '/google123.html',
    headers: { ...ofDocument, ...html, ...revalidate, ...cached },
  },
  { status: 200, what: 'an asset', path: script, headers: asset },
  {
    status: 206,
    what: 'a part of an asset',
    path: script,
    options: { headers: { Range: 'bytes=0-9' } },
    headers: { ...asset, 'content-range': expect.stringMatching(/^bytes 0-9\/\d+$/) },
  },
  {
    status: 200,
    what: 'an asset for a client that accepts brotli',
    path: script,
    options: { headers: { 'Accept-Encoding': 'br' } },
    headers: { ...asset, 'content-encoding': 'br' },
  },
  {
    status: 200,
    what: 'a public picture that can contain scripts',
    path: '/lageplan.svg',
    headers: { ...ofDocument, ...revalidate, ...cached, ...compressible, 'content-type': 'image/svg+xml' },
  },
  {
    status: 200,
    what: 'a public file',
    path: '/Preisliste%20f%C3%BCr%20Gr%C3%B6%C3%9Fen.pdf',
    headers: { ...ofDocument, ...revalidate, ...cached, 'content-type': 'application/pdf' },
  },
  {
    status: 200,
    what: 'a text file',
    path: '/.well-known/security.txt',
    headers: { ...ofDocument, ...text, ...revalidate, ...cached, ...compressible },
  },
  { status: 200, what: 'a probe', path: '/healthz', headers: { ...shortText, ...cached } },
  {
    status: 200,
    what: 'an endpoint',
    path: '/api/status',
    headers: { ...ofDocument, ...json, ...noStore, ...made, ...compressible },
  },
  {
    status: 308,
    what: 'a redirect',
    path: '/KONTAKT',
    headers: { ...shortText, location: '/kontakt' },
  },
  { status: 404, what: 'a missing page', path: '/nothing', headers: errorPage },
  { status: 404, what: 'a missing asset', path: '/assets/gone.js', headers: shortText },
  {
    status: 405,
    what: 'a POST to a page',
    path: '/',
    options: { method: 'POST' },
    headers: { ...shortText, allow: 'GET, HEAD' },
  },
  { status: 500, what: 'a page that fails', path: '/defekt', headers: errorPage },
]

// static-server.test.ts compares the headers of prerendered pages with these.
test.each(answers)(
  'a $status for $what has exactly the listed headers',
  async ({ status, path, options, headers }) => {
    const reply = await request(server.url + path, options)
    expect(reply.status).toBe(status)
    expect(sentIn(reply.headers), HEADERS_CHANGED).toEqual({ ...ofEach, ...headers })
  },
)

test('a 503 during a shutdown has exactly the listed headers', async () => {
  await using ending = await listen(await siteOf({ isReady: () => false }))
  const reply = await request(`${ending.url}/readyz`)
  expect(reply.status).toBe(503)
  expect(sentIn(reply.headers), HEADERS_CHANGED).toEqual({ ...ofEach, ...shortText })
})

/** The headers of the home page of a site with only these settings. */
async function headersWith(parts: Parameters<typeof siteOfValues>[1]) {
  await using site = await listen(await siteOfValues({ home: { path: '/' } }, parts))
  return sentIn((await request(site.url)).headers)
}

test('a site without its own policy sends exactly the strictest headers', async () => {
  expect(await headersWith({}), HEADERS_CHANGED).toEqual({ ...ofEach, ...cachedPage, ...strictest })
})

test.each([
  ['off', undefined],
  ['host', 'max-age=63072000'],
  ['subdomains', 'max-age=63072000; includeSubDomains'],
  ['preload', 'max-age=63072000; includeSubDomains; preload'],
] as const)('a site with HSTS=%s sends Strict-Transport-Security: %s', async (hsts, value) => {
  expect((await headersWith({ hsts }))['strict-transport-security']).toBe(value)
})

test.each([
  { kind: 'a document', types: ['text/html; charset=utf-8', 'application/pdf', 'image/svg+xml'] },
  { kind: 'a document', types: ['application/xml', 'text/xml', 'text/plain', 'application/json'] },
  { kind: 'a document', types: ['application/octet-stream', ''] },
  { kind: 'a subresource', types: ['image/png', 'image/avif', 'image/x-icon', 'font/woff2', 'audio/mpeg'] },
  { kind: 'a subresource', types: ['video/mp4', 'text/css', 'text/javascript; charset=utf-8'] },
])('$types get the headers of $kind', ({ kind, types }) => {
  for (const type of types) {
    const names = Object.keys(security.forType(type)).map(name => name.toLowerCase())
    const expected = Object.keys(kind === 'a document' ? strictest : subresource)
    expect({ type, names: names.sort() }).toEqual({ type, names: expected.sort() })
  }
})

test('a site can allow or forbid browser features that the engine doesn’t list', async () => {
  const features = { 'browsing-topics': [], 'web-share': ['self'] }
  expect(await headersWith({ allowed: { features } })).toHaveProperty(
    'permissions-policy',
    `${strictest['permissions-policy']}, browsing-topics=(), web-share=(self)`,
  )
})
