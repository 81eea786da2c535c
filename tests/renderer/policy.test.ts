import supertest from 'supertest'
import { expect, test } from 'vitest'
import { createSecurity } from '../../server/headers.ts'
import { type Allowed, metaPolicy } from '../../server/policy.ts'
import { assets, siteOf } from '../support/fixture-site.ts'

const nothing: Allowed = { sources: {}, features: {}, scripts: '' }
const headersFor = (allowed: Partial<Allowed>) =>
  createSecurity(assets, 'host', { ...nothing, ...allowed }).document

test.each<[Allowed['sources'], string]>([
  [{ 'form-action': ["'self'"] }, "form-action 'self'"],
  [{ 'img-src': ['https://pictures.example.com'] }, "img-src 'self' https://pictures.example.com"],
  [{ 'frame-src': ['https://maps.example.com'] }, 'frame-src https://maps.example.com'],
  [{ 'script-src': ['https://a.example'] }, 'https://a.example'],
])('%o stands in the header and in the head of each page', (sources, directive) => {
  const header = headersFor({ sources })['Content-Security-Policy']
  for (const policy of [header, metaPolicy(assets, { ...nothing, sources })])
    expect(`${policy};`).toContain(`${directive};`)
})

test('only the header can forbid framing', () => {
  expect(headersFor({})['Content-Security-Policy']).toContain("frame-ancestors 'none'")
  expect(metaPolicy(assets, nothing)).not.toContain('frame-ancestors')
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

test('a script of a service stands in the head of each page, after the policy', async () => {
  for (const path of ['/', '/blog', '/stellen', '/nothing']) {
    const { text } = await supertest(await siteOf()).get(path)
    const [policy, script] = ['Content-Security-Policy', '<script src="/zaehler.js" data-seite="1" async>']
    expect(text.split(script), path).toHaveLength(2)
    expect(text.indexOf(script), path).toBeGreaterThan(text.indexOf(policy))
    expect(text.indexOf(script), path).toBeLessThan(text.indexOf('</head>'))
  }
})
