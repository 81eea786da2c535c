import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js'
import { Severity } from 'csp_evaluator/dist/finding.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readAssets } from '../server/assets.ts'
import { createSecurity } from '../server/headers.ts'
import { pages } from '../shared/pages.ts'
import { ask, headersOf, type Reply, send } from './support/ask.ts'
import { complaints, sharedBrowser } from './support/browser.ts'
import { build, listen, script, security, siteUnderTest, subresource } from './support/server.ts'

/** A request for every status with which a document can be sent. */
const requests = [
  [200, '/', {}],
  [200, '/healthz', {}],
  [200, '/robots.txt', {}],
  [200, '/favicon.svg', {}],
  [308, `//${Object.values(pages).at(-1)?.path}`, {}],
  [400, '/%', {}],
  [400, '/', { headers: { Host: 'not a host' } }],
  [404, '/nothing', {}],
  [404, '/assets/gone.js', {}],
  [405, '/', { method: 'POST' }],
  [414, `/${'a'.repeat(9000)}`, {}],
] as const

/** What Node's own parser refuses. */
const refused = [
  [400, 'GET / HTTP/1.1\r\nHost: a\r\nbad header\r\n\r\n'],
  [408, 'GET / HTTP/1.1\r\nHost: a\r\n'],
  [431, `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
] as const

describe.each(['live', 'static'] as const)('%s', serve => {
  let server: Awaited<ReturnType<typeof listen>>
  beforeAll(async () => {
    server = await listen(await siteUnderTest({ serve }), {
      headersTimeout: 500,
      connectionsCheckingInterval: 20,
    })
  })
  afterAll(() => server.close())

  test.each(requests)(
    'a %i for %.40s carries every security header, and no name of a software',
    async (status, path, options) => {
      const reply = await ask(server.url + path, options)
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
      const { status: given, headers } = await ask(server.url + script, options)
      expect(given).toBe(status)
      expect(headers).toMatchObject(lowerCase(subresource))
      expect(headers).not.toHaveProperty('content-security-policy')
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
      expect(lines.join('').length).toBeLessThan(600)
    },
  )

  test.each(['/favicon.svg', '/favicon.ico'])('a 304 for %s is smaller than the picture', async path => {
    const { headers, body } = await ask(server.url + path)
    const again = await ask(server.url + path, { headers: { 'If-None-Match': headers.etag ?? '' } })
    expect(again.status).toBe(304)
    const lines = Object.entries(again.headers).map(([name, value]) => `${name}: ${value}\r\n`)
    expect(lines.join('').length).toBeLessThan(body.length)
  })

  test.each(refused)('a %i of the parser carries them, too', async (status, bytes) => {
    const said = await send(server.port, bytes)
    expect(said).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expectSecure(headersOf(said))
    expect(headersOf(said)).toMatchObject({ connection: 'close', 'cache-control': 'no-store' })
  })
})

describe('a response that goes wrong', () => {
  test('is a 500 that carries every security header, and says nothing of the reason', async () => {
    const render = () => Promise.reject(new Error('the reason'))
    const server = await listen(await siteUnderTest({ render }))
    const reply = await ask(server.url)
    await server.close()
    expect(reply.status).toBe(500)
    expect(reply.headers['cache-control']).toBe('no-store')
    expectSecure(reply.headers)
    expect(reply.body.toString()).not.toMatch(/the reason|at .*:\d+:\d+/)
  })

  test('is a 503 while the process is ending', async () => {
    const server = await listen(await siteUnderTest({ ready: () => false }))
    const reply = await ask(`${server.url}/readyz`)
    await server.close()
    expect(reply.status).toBe(503)
    expectSecure(reply.headers)
  })
})

function expectSecure(headers: Reply['headers']): void {
  for (const [name, value] of Object.entries(security)) expect(headers[name.toLowerCase()], name).toBe(value)
  expect(headers).toHaveProperty('x-request-id')
  expect(headers).not.toHaveProperty('server')
  expect(headers).not.toHaveProperty('x-powered-by')
}

const lowerCase = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

describe('the policy, before a company allows its pages anything', () => {
  const strictest = createSecurity(readAssets(build), 'host', { sources: {}, features: {} }).document
  const csp = strictest['Content-Security-Policy'] ?? ''

  test('gives Google’s csp-evaluator nothing of high or medium severity', () => {
    const findings = new CspEvaluator(new CspParser(csp).csp).evaluate()
    const grave = findings.filter(
      ({ severity }) => severity <= Severity.HIGH_MAYBE && severity !== Severity.STRICT_CSP,
    )
    expect(grave).toEqual([])
  })

  // The rules of MDN's HTTP Observatory that give points, or take them:
  // https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring
  test.each([
    [
      'a CSP that starts from nothing and has nothing unsafe (+10)',
      'Content-Security-Policy',
      /^default-src 'none';(?!.*unsafe)(?!.*\*)(?!.*https?:)/,
    ],
    ['frame-ancestors in the header (+5)', 'Content-Security-Policy', /frame-ancestors 'none'/],
    ['a private Referrer-Policy (+5)', 'Referrer-Policy', /^no-referrer$/],
    [
      'Cross-Origin-Resource-Policy for the same origin (+10)',
      'Cross-Origin-Resource-Policy',
      /^same-origin$/,
    ],
    ['HSTS for at least six months (0, otherwise -10)', 'Strict-Transport-Security', /^max-age=63072000/],
    ['nosniff (0, otherwise -5)', 'X-Content-Type-Options', /^nosniff$/],
  ])('has %s', (_rule, name, value) => {
    expect(strictest[name]).toMatch(value)
  })

  test.each([
    ['off', undefined],
    ['host', 'max-age=63072000'],
    ['subdomains', 'max-age=63072000; includeSubDomains'],
    ['preload', 'max-age=63072000; includeSubDomains; preload'],
  ] as const)('promises TLS as far as HSTS=%s says', (hsts, value) => {
    expect(createSecurity(readAssets(build), hsts).document['Strict-Transport-Security']).toBe(value)
  })

  test('holds while a visitor uses every page: isolated, everything off, and not one message on the console', async () => {
    const browser = await sharedBrowser()
    const server = await listen(await siteUnderTest())
    const page = await browser.newPage()
    const heard = complaints(page)
    for (const { path } of Object.values(pages)) {
      await page.goto(server.url + path, { waitUntil: 'networkidle' })
      const isolated = security['Cross-Origin-Embedder-Policy'] !== undefined
      expect(await page.evaluate(() => crossOriginIsolated)).toBe(isolated)
      const { allowed, scripts } = await page.evaluate(() => ({
        allowed: (
          document as unknown as { featurePolicy: { allowedFeatures(): string[] } }
        ).featurePolicy.allowedFeatures(),
        scripts: [...document.querySelectorAll<HTMLScriptElement>('script[src]')].map(
          ({ integrity }) => integrity,
        ),
      }))
      const off = (security['Permissions-Policy'] ?? '')
        .split(', ')
        .map(feature => feature.replace('=()', ''))
      expect(allowed.filter(feature => off.includes(feature))).toEqual([])
      expect(scripts.filter(integrity => !integrity)).toEqual([]) // SRI on every script tag (+5).
    }
    await browser.close()
    await server.close()
    expect(heard).toEqual([])
  })
})
