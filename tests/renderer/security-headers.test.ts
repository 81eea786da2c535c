// The security headers of each response, all of them and literally. csp.test.ts has the policy of a page and what stands in
// it, own-policy.test.ts what an owner's policy changes.
import { afterAll, expect, test } from 'vitest'
import { createSecurity } from '../../server/http/headers.ts'
import type { Allowed } from '../../server/http/policy.ts'
import { ask, headersOf, type Reply, send } from '../support/ask.ts'
import { listen, manifest, siteOf } from '../support/fixture-site.ts'

const [script = ''] = manifest.scripts

/** What a site allows its pages by itself. */
const nothing: Allowed = { sources: {}, features: {}, scripts: '' }

/** What browsers read on a script, a font or a picture. */
const subresource = {
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=63072000',
  'x-content-type-options': 'nosniff',
}

/** The headers of every document. 'sha256' stands for the hashes of the inline styles and scripts. */
const strictest = {
  ...subresource,
  'content-security-policy':
    "default-src 'none';script-src 'self' 'sha256';style-src 'sha256';img-src 'self';font-src 'self';" +
    "connect-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none';" +
    "require-trusted-types-for 'script';trusted-types 'none'",
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy':
    'accelerometer=(), autoplay=(), camera=(), clipboard-read=(), display-capture=(), ' +
    'encrypted-media=(), fullscreen=(), gamepad=(), geolocation=(), gyroscope=(), hid=(), idle-detection=(), ' +
    'keyboard-map=(), local-fonts=(), magnetometer=(), microphone=(), midi=(), otp-credentials=(), payment=(), ' +
    'picture-in-picture=(), publickey-credentials-get=(), screen-wake-lock=(), serial=(), sync-xhr=(), usb=(), ' +
    'xr-spatial-tracking=()',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
}

/** As a company's own policy changes them: tests/fixture/server/site/policy.ts allows a form, a map, a video and computed styles. */
const ofFixture = {
  ...strictest,
  'content-security-policy': `${strictest['content-security-policy']
    .replace("connect-src 'self'", "connect-src 'self' https://karte.example")
    .replace("form-action 'none'", "form-action 'self'")};media-src 'self';style-src-attr 'unsafe-inline'`,
  'permissions-policy': strictest['permissions-policy'].replace(
    /\b(fullscreen|geolocation|picture-in-picture)=\(\)/g,
    '$1=(self)',
  ),
}

/** The headers of a response that are about security, and those that would name its software. */
function securityHeadersOf(headers: Reply['headers']) {
  const names = [...Object.keys(strictest), 'server', 'x-powered-by']
  const sent = Object.entries(headers).filter(([name]) => names.includes(name))
  return { ...Object.fromEntries(sent), 'content-security-policy': withoutHashes(headers) }
}

const withoutHashes = ({ 'content-security-policy': policy }: Reply['headers']) =>
  String(policy).replace(/('sha256)-[^']+'( 'sha256-[^']+')*/g, "$1'")

const server = await listen(await siteOf())
afterAll(() => server.close())

test.each([
  { status: 200, what: 'a page', path: '/' },
  { status: 200, what: 'a page with data', path: '/stellen' },
  { status: 200, what: 'the data of a page', path: '/stellen.json' },
  { status: 200, what: 'a probe', path: '/healthz' },
  { status: 200, what: 'an icon that can hold scripts', path: '/favicon.svg' },
  { status: 200, what: 'an endpoint', path: '/api/status' },
  { status: 200, what: 'a PDF', path: '/Preisliste%20f%C3%BCr%20Gr%C3%B6%C3%9Fen.pdf' },
  { status: 200, what: 'the sitemap', path: '/sitemap.xml' },
  { status: 200, what: 'a feed', path: '/blog/feed.xml' },
  { status: 200, what: 'an HTML file of shared/site/public/', path: '/google123.html' },
  { status: 308, what: 'a redirect', path: '/contact' },
  { status: 400, what: 'a bad Host', path: '/', options: { headers: { Host: 'not a host' } } },
  { status: 404, what: 'a page that is not there', path: '/nothing' },
  { status: 404, what: 'an asset that is gone', path: '/assets/gone.js' },
  { status: 405, what: 'a POST to a page', path: '/', options: { method: 'POST' } },
  { status: 414, what: 'a long URL', path: `/${'a'.repeat(9000)}` },
  { status: 500, what: 'a page whose source is away', path: '/lager' },
])(
  'a $status for $what has every security header, and names no software',
  async ({ status, path, options }) => {
    const reply = await ask(server.url + path, options)
    expect(reply.status).toBe(status)
    expect(securityHeadersOf(reply.headers)).toEqual(ofFixture)
    expect(reply.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
  },
)

test.each([
  { status: 200, what: 'a script', options: {} },
  { status: 206, what: 'a part of a script', options: { headers: { Range: 'bytes=0-9' } } },
])('a $status for $what has only the headers that browsers read there', async ({ status, options }) => {
  const reply = await ask(server.url + script, options)
  expect(reply.status).toBe(status)
  const { 'content-security-policy': policy, ...sent } = securityHeadersOf(reply.headers)
  expect({ ...sent, policy: reply.headers['content-security-policy'] }).toEqual({
    ...subresource,
    policy: undefined,
  })
})

test('a 503 of a process that shuts down has them, and ends the connection', async () => {
  await using ending = await listen(await siteOf({ ready: () => false }))
  const reply = await send(ending.port, 'GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n')
  expect(reply).toMatch(/^HTTP\/1.1 503 /)
  const headers = headersOf(reply)
  expect(securityHeadersOf(headers)).toEqual(ofFixture)
  expect(headers.connection).toBe('close')
})

const securityOf = (hsts: 'off' | 'host' | 'subdomains' | 'preload') =>
  Object.fromEntries(new Headers(createSecurity(manifest, hsts, nothing).document))

test('a site that allows its pages nothing sends exactly these headers', () => {
  const headers = securityOf('host')
  expect({ ...headers, 'content-security-policy': withoutHashes(headers) }).toEqual(strictest)
})

test.each([
  ['off', undefined],
  ['host', 'max-age=63072000'],
  ['subdomains', 'max-age=63072000; includeSubDomains'],
  ['preload', 'max-age=63072000; includeSubDomains; preload'],
] as const)('a site with HSTS=%s sends Strict-Transport-Security: %s', (hsts, value) => {
  expect(securityOf(hsts)['strict-transport-security']).toBe(value)
})

test.each([
  { kind: 'a document', types: ['text/html; charset=utf-8', 'application/pdf', 'image/svg+xml'] },
  { kind: 'a document', types: ['application/xml', 'text/xml', 'text/plain', 'application/json'] },
  { kind: 'a document', types: ['application/octet-stream', ''] },
  { kind: 'a subresource', types: ['image/png', 'image/avif', 'image/x-icon', 'font/woff2', 'audio/mpeg'] },
  { kind: 'a subresource', types: ['video/mp4', 'text/css', 'text/javascript; charset=utf-8'] },
])('$types have the headers of $kind', ({ kind, types }) => {
  const security = createSecurity(manifest, 'host', nothing)
  for (const type of types) {
    const names = Object.keys(security.of(type)).map(name => name.toLowerCase())
    const expected = Object.keys(kind === 'a document' ? strictest : subresource)
    expect({ type, names: names.sort() }).toEqual({ type, names: expected.sort() })
  }
})

test('a feature that the renderer does not forbid by itself is allowed to nobody, or to whom it is named', () => {
  const features = { 'browsing-topics': [], 'web-share': ['self'] }
  const { document } = createSecurity(manifest, 'host', { ...nothing, features })
  expect(document['Permissions-Policy']).toBe(
    `${strictest['permissions-policy']}, browsing-topics=(), web-share=(self)`,
  )
})
