// The Content Security Policy of a served page: it allows the page's own inline code by hash, and nothing else.
// own-policy.test.ts covers a site's additions, policy-checks.test.ts the build's checks of them, and
// security-headers.test.ts which responses have a policy.
import supertest, { type Response } from 'supertest'
import { expect, test } from 'vitest'
import { metaPolicy } from '../../../server/respond/content-security-policy.ts'
import { parsePolicy } from '../../../shared/csp.ts'
import { blockedIn, inlineIn, policiesOf } from '../../support/blocked.ts'
import { documentOf } from '../../support/document-of.ts'
import { manifest, siteOf } from '../../support/fixture-site.ts'

globalThis.isBroken = true

const live = supertest(await siteOf())
const parse = ({ text, headers }: Response) => ({ document: documentOf(text), headers })

test("a page's CSP allows its style and its two inline scripts by hash", async () => {
  const page = parse(await live.get('/').expect(200))
  const [style, rules, loader, ...others] = inlineIn(page).map(({ hash }) => hash)
  expect(others).toEqual([])
  const meta = {
    'default-src': "'none'",
    'script-src': `'self' ${loader} ${rules}`,
    'style-src': style,
    'style-src-attr': "'unsafe-inline'",
    'img-src': "'self'",
    'font-src': "'self'",
    'media-src': "'self'",
    'connect-src': "'self' https://karte.example",
    'base-uri': "'none'",
    'form-action': "'self'",
    'require-trusted-types-for': "'script'",
    'trusted-types': 'trusted-html', // One page uses <TrustedHtml>.
  }
  // A meta tag cannot forbid framing: https://www.w3.org/TR/CSP3/#meta-element
  expect(policiesOf(page)).toEqual({ header: { ...meta, 'frame-ancestors': "'none'" }, meta })
})

test('the CSP of a site without <TrustedHtml> allows no Trusted Types policy', () => {
  const policy = metaPolicy({ ...manifest, writesHtml: false }, { sources: {}, features: {}, scripts: '' })
  expect(parsePolicy(policy)['trusted-types']).toEqual(["'none'"])
})

test.each([
  { what: 'the home page', path: '/', status: 200 },
  { what: 'a page without a script', path: '/impressum', status: 200 },
  { what: "a page with hydrate: 'never'", path: '/anfrage/gesendet', status: 200 },
  { what: 'a page in another language', path: '/in-english', status: 200 },
  { what: 'a page with every component', path: '/musterseite', status: 200 },
  { what: 'a 404', path: '/nichts', status: 404 },
  { what: 'a 500', path: '/defekt', status: 500 },
])('the CSP blocks nothing on $what', async ({ path, status }) => {
  expect(blockedIn(parse(await live.get(path).expect(status)))).toEqual([])
})

test('the CSP comes before everything that it governs in a page', async () => {
  for (const path of ['/', '/impressum', '/leistungen', '/nichts']) {
    const { text } = await live.get(path)
    const [before = '', ...rest] = text.split('<meta http-equiv="Content-Security-Policy"')
    const governed = before.match(/<(style|script|img|svg|link rel="(?!canonical)[^"]*)/g) ?? []
    expect({ path, policies: rest.length, governed }).toEqual({ path, policies: 1, governed: [] })
  }
})
