import { afterAll, expect, test } from 'vitest'
import { createSecurity } from '../../server/http/headers.ts'
import { type Allowed, metaPolicy } from '../../server/http/policy.ts'
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

/** The headers of every document. A hash stands for each inline style and script. */
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
  'content-security-policy': expect.stringMatching(
    /^default-src 'none';.*;connect-src 'self' https:\/\/karte\.example;.*;form-action 'self';frame-ancestors 'none';.*;media-src 'self';style-src-attr 'unsafe-inline'$/,
  ),
  'permissions-policy': expect.stringMatching(
    /camera=\(\).*fullscreen=\(self\).*geolocation=\(self\).*picture-in-picture=\(self\)/,
  ),
}

function expectSecure(headers: Reply['headers']): void {
  expect(headers).toMatchObject({ ...ofFixture, 'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/) })
  expect(headers).not.toHaveProperty('server')
  expect(headers).not.toHaveProperty('x-powered-by')
}

const server = await listen(await siteOf())
afterAll(() => server.close())

test.each([
  [200, '/', {}],
  [200, '/healthz', {}],
  [200, '/favicon.svg', {}],
  [200, '/api/status', {}],
  [308, '/contact', {}],
  [400, '/', { headers: { Host: 'not a host' } }],
  [404, '/nothing', {}],
  [404, '/assets/gone.js', {}],
  [405, '/', { method: 'POST' }],
  [414, `/${'a'.repeat(9000)}`, {}],
])('a %i for %.40s has every security header, and names no software', async (status, path, options) => {
  const reply = await ask(server.url + path, options)
  expect(reply.status).toBe(status)
  expectSecure(reply.headers)
})

test.each([
  [200, {}],
  [206, { headers: { Range: 'bytes=0-9' } }],
])('a %i for a script has only the headers that browsers read there', async (expected, options) => {
  const { status, headers } = await ask(server.url + script, options)
  expect(status).toBe(expected)
  expect(headers).toMatchObject(subresource)
  for (const name of Object.keys(strictest))
    if (!(name in subresource)) expect(headers).not.toHaveProperty(name)
})

test('a 304 for a picture has only what a cache needs', async () => {
  const { headers } = await ask(`${server.url}/favicon.svg`)
  const again = await ask(`${server.url}/favicon.svg`, { headers: { 'If-None-Match': headers.etag ?? '' } })
  const names = ['cache-control', 'connection', 'date', 'etag', 'vary', 'x-request-id']
  expect(Object.keys(again.headers).sort()).toEqual(names)
})

test('a 503 of a process that shuts down has them, and ends the connection', async () => {
  await using ending = await listen(await siteOf({ ready: () => false }))
  const reply = await send(ending.port, 'GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n')
  expect(reply).toMatch(/^HTTP\/1.1 503 /)
  expectSecure(headersOf(reply))
  expect(headersOf(reply).connection).toBe('close')
})

const securityOf = (hsts: 'off' | 'host' | 'subdomains' | 'preload') =>
  Object.fromEntries(new Headers(createSecurity(manifest, hsts, nothing).document))

test('a site that allows its pages nothing sends exactly these headers', () => {
  const { 'content-security-policy': policy = '', ...others } = securityOf('host')
  const hashed = policy.replace(/('sha256)-[^']+'( 'sha256-[^']+')*/g, "$1'")
  expect({ ...others, 'content-security-policy': hashed }).toEqual(strictest)
})

test.each([
  ['off', undefined],
  ['host', 'max-age=63072000'],
  ['subdomains', 'max-age=63072000; includeSubDomains'],
  ['preload', 'max-age=63072000; includeSubDomains; preload'],
] as const)('a site with HSTS=%s sends Strict-Transport-Security: %s', (hsts, value) => {
  expect(securityOf(hsts)['strict-transport-security']).toBe(value)
})

const headersFor = (allowed: Partial<Allowed>) =>
  createSecurity(manifest, 'host', { ...nothing, ...allowed }).document

test.each<[Allowed['sources'], string]>([
  [{ 'form-action': ["'self'"] }, "form-action 'self'"],
  [{ 'img-src': ['https://pictures.example.com'] }, "img-src 'self' https://pictures.example.com"],
  [{ 'frame-src': ['https://maps.example.com'] }, 'frame-src https://maps.example.com'],
  [{ 'script-src': ['https://a.example'] }, 'https://a.example'],
])('%o stands in the header and in the head of each page', (sources, directive) => {
  const header = headersFor({ sources })['Content-Security-Policy']
  for (const policy of [header, metaPolicy(manifest, { ...nothing, sources })])
    expect(`${policy};`).toContain(`${directive};`)
})

test('only the header can forbid framing', () => {
  expect(headersFor({})['Content-Security-Policy']).toContain("frame-ancestors 'none'")
  expect(metaPolicy(manifest, nothing)).not.toContain('frame-ancestors')
})

test('a feature is allowed to the origins that are named', () => {
  const features = { fullscreen: ['self', 'https://video.example.com'] }
  expect(headersFor({ features })['Permissions-Policy']).toContain(
    'fullscreen=(self "https://video.example.com")',
  )
})

test.each<[string | undefined, Allowed['sources']]>([
  ['require-corp', {}],
  ['require-corp', { 'form-action': ['https://forms.example.com'], 'media-src': ["'self'"] }],
  ['credentialless', { 'img-src': ['https://pictures.example.com'] }],
  [undefined, { 'frame-src': ['https://maps.example.com'] }],
])('Cross-Origin-Embedder-Policy is %s for %o', (value, sources) => {
  expect(headersFor({ sources })['Cross-Origin-Embedder-Policy']).toBe(value)
})

test('a script of a service stands in the head of a page, once, after the policy', async () => {
  const page = String((await ask(server.url)).body)
  expect(page).toMatch(/Content-Security-Policy.*<script src="\/zaehler.js" data-seite="1" async>.*<\/head>/s)
  expect(page.match(/zaehler/g)).toHaveLength(1)
})
