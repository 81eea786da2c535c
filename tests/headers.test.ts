import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { readAssets } from '../server/assets.ts'
import { createSecurity } from '../server/headers.ts'
import { ask, headersOf, type Reply, send } from './support/ask.ts'
import { complaints, sharedBrowser } from './support/browser.ts'
import { build, listen, script, security, siteUnderTest } from './support/server.ts'
import { other, seen } from './support/table.ts'

/** What browsers read on a script, a font or a picture. */
const subresource = {
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=63072000',
  'x-content-type-options': 'nosniff',
}

/** What every document is sent with, whatever a company allows its pages. */
const fixed = {
  ...subresource,
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'speculation-rules': expect.stringMatching(/^"\/assets\/next-\w+\.speculationrules"$/),
}

/** And with, before a company allows them anything. A hash stands for each inline style and the inline loader. */
const strictest = {
  ...fixed,
  'content-security-policy':
    "default-src 'none';script-src 'self' 'sha256';style-src 'sha256';img-src 'self';font-src 'self';" +
    "connect-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none';" +
    "require-trusted-types-for 'script';trusted-types 'none'",
  'cross-origin-embedder-policy': 'require-corp',
  'permissions-policy':
    'accelerometer=(), autoplay=(), camera=(), clipboard-read=(), display-capture=(), ' +
    'encrypted-media=(), fullscreen=(), gamepad=(), geolocation=(), gyroscope=(), hid=(), idle-detection=(), ' +
    'keyboard-map=(), local-fonts=(), magnetometer=(), microphone=(), midi=(), otp-credentials=(), payment=(), ' +
    'picture-in-picture=(), publickey-credentials-get=(), screen-wake-lock=(), serial=(), sync-xhr=(), usb=(), ' +
    'xr-spatial-tracking=()',
}

const lowerCase = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
/** What a company has allowed is in these three, and in policy.test.ts. */
const {
  'Content-Security-Policy': csp = '',
  'Permissions-Policy': permissions = '',
  'Cross-Origin-Embedder-Policy': embedder,
} = security

function expectSecure(headers: Reply['headers']): void {
  expect(headers).toMatchObject({
    ...fixed,
    'content-security-policy': csp,
    'permissions-policy': permissions,
    ...(embedder && { 'cross-origin-embedder-policy': embedder }),
    'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
  })
  expect(headers).not.toHaveProperty('server')
  expect(headers).not.toHaveProperty('x-powered-by')
}

/** A request for every status with which a document can be sent. */
const requests = [
  [200, '/', {}],
  [200, '/healthz', {}],
  [200, '/robots.txt', {}],
  [200, '/favicon.svg', {}],
  [308, `/${other.path}`, {}],
  [400, '/%', {}],
  [400, '/', { headers: { Host: 'not a host' } }],
  [404, '/nothing', {}],
  [404, '/assets/gone.js', {}],
  [405, '/', { method: 'POST' }],
  [414, `/${'a'.repeat(9000)}`, {}],
] as const

describe.each(['live', 'static'] as const)('%s', serve => {
  test.each(requests)(
    'a %i for %.40s carries every security header, and no name of a software',
    async (status, path, options) => {
      const reply = await ask(inject(serve) + path, options)
      expect(reply.status).toBe(status)
      expectSecure(reply.headers)
    },
  )

  test.each([
    [200, {}],
    [206, { headers: { Range: 'bytes=0-9' } }],
    [416, { headers: { Range: 'bytes=99999999-' } }],
  ])(
    'a %i for a script carries what browsers read there, in less than 600 bytes',
    async (status, options) => {
      const { status: given, headers } = await ask(inject(serve) + script, options)
      expect(given).toBe(status)
      expect(headers).toMatchObject(subresource)
      expect(headers).not.toHaveProperty('content-security-policy')
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
      expect(lines.join('').length).toBeLessThan(600)
    },
  )
})

test.each(['/favicon.svg', '/favicon.ico'])('a 304 for %s is smaller than the picture', async path => {
  const { headers, body } = await ask(inject('live') + path)
  const again = await ask(inject('live') + path, { headers: { 'If-None-Match': headers.etag ?? '' } })
  expect(again.status).toBe(304)
  const lines = Object.entries(again.headers).map(([name, value]) => `${name}: ${value}\r\n`)
  expect(lines.join('').length).toBeLessThan(body.length)
})

describe('what is refused or goes wrong carries them, too:', () => {
  let server: Awaited<ReturnType<typeof listen>>
  beforeAll(async () => {
    const impatient = { headersTimeout: 500, connectionsCheckingInterval: 20 }
    const render = () => Promise.reject(new Error('the reason'))
    server = await listen(await siteUnderTest({ render, ready: () => false }), impatient)
  })
  afterAll(() => server.close())

  test.each([
    [400, 'GET / HTTP/1.1\r\nHost: a\r\nbad header\r\n\r\n'],
    [408, 'GET / HTTP/1.1\r\nHost: a\r\n'],
    [431, `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
  ])('a %i of the parser', async (status, bytes) => {
    const said = await send(server.port, bytes)
    expect(said).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expectSecure(headersOf(said))
    expect(headersOf(said)).toMatchObject({ connection: 'close', 'cache-control': 'no-store' })
  })

  test('a 500, which says nothing of the reason', async () => {
    const reply = await ask(server.url)
    expect([reply.status, reply.headers['cache-control']]).toEqual([500, 'no-store'])
    expectSecure(reply.headers)
    expect(reply.body.toString()).not.toMatch(/the reason|at .*:\d+:\d+/)
  })

  test('a 503 while the process is ending', async () => {
    const reply = await ask(`${server.url}/readyz`)
    expect(reply.status).toBe(503)
    expectSecure(reply.headers)
  })
})

describe('the policy, before a company allows its pages anything,', () => {
  const { document } = createSecurity(readAssets(build), 'host', { sources: {}, features: {} })

  test('is this list of names and values, and no other', () => {
    const plain = JSON.stringify(lowerCase(document)).replace(/('sha256)-[^']+'( 'sha256-[^']+')*/g, "$1'")
    expect(JSON.parse(plain)).toEqual(strictest)
  })

  test.each([
    ['off', undefined],
    ['host', 'max-age=63072000'],
    ['subdomains', 'max-age=63072000; includeSubDomains'],
    ['preload', 'max-age=63072000; includeSubDomains; preload'],
  ] as const)('promises TLS as far as HSTS=%s says', (hsts, value) => {
    expect(createSecurity(readAssets(build), hsts).document['Strict-Transport-Security']).toBe(value)
  })
})

test('a browser isolates every page, switches off what none needs, and says nothing on the console', async () => {
  await using browser = await sharedBrowser()
  const page = await browser.newPage()
  const heard = complaints(page)
  const off = [...permissions.matchAll(/([\w-]+)=\(\)/g)].map(([, feature]) => feature)
  for (const path of seen) {
    await page.goto(inject('live') + path, { waitUntil: 'load' })
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(embedder !== undefined)
    const allowed: string[] = await page.evaluate('document.featurePolicy.allowedFeatures()')
    expect(allowed.filter(feature => off.includes(feature))).toEqual([])
  }
  expect(heard).toEqual([])
})
