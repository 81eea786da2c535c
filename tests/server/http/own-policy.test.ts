// How server/site/policy.ts changes the CSP and Permissions-Policy of a site.
import supertest from 'supertest'
import { describe, expect, test } from 'vitest'
import type { Allowed } from '../../../server/site.ts'
import { hashOf, policiesOf } from '../../support/blocked.ts'
import { documentOf } from '../../support/document-of.ts'
import { manifest, siteOf } from '../../support/fixture-site.ts'
import { siteOfValues } from '../../support/value-site.tsx'

const ownStyle = hashOf(manifest.style)
const anyInline = "'unsafe-inline'"

/** The home page of a site with this policy. */
const home = async (allowed: Partial<Allowed>) =>
  supertest(await siteOfValues({ home: { path: '/' } }, { allowed })).get('/')

/** The CSP in the header and the one in the page's <meta>. */
async function policiesWith(sources: Allowed['sources']) {
  const { text, headers } = await home({ sources })
  return policiesOf({ document: documentOf(text), headers })
}

describe('server/site/policy.ts', () => {
  test.each<[string, Allowed['sources'], Record<string, string>]>([
    ['nothing', {}, { 'style-src': ownStyle }],
    // A hash would disable 'unsafe-inline': https://www.w3.org/TR/CSP3/#allow-all-inline
    ['every inline style', { 'style-src': [anyInline] }, { 'style-src': anyInline }],
    [
      'a <style> from another origin beside its own',
      { 'style-src-elem': ['https://a.example'] },
      { 'style-src': ownStyle, 'style-src-elem': `${ownStyle} https://a.example` },
    ],
    [
      'every inline style, and a <style> from another origin beside its own',
      { 'style-src': [anyInline], 'style-src-elem': ['https://a.example'] },
      { 'style-src': anyInline, 'style-src-elem': `${ownStyle} https://a.example` },
    ],
    ['every inline script', { 'script-src': [anyInline] }, { 'script-src': `'self' ${anyInline}` }],
    [
      'a worker, a frame and a manifest',
      { 'worker-src': ["'self'", 'blob:'], 'child-src': ['https://a.example'], 'manifest-src': ["'self'"] },
      { 'worker-src': "'self' blob:", 'child-src': 'https://a.example', 'manifest-src': "'self'" },
    ],
    ['a Trusted Types policy', { 'trusted-types': ['charts'] }, { 'trusted-types': 'trusted-html charts' }],
  ])('allows %s, in the header and in the head of a page', async (_, sources, expected) => {
    for (const policy of Object.values(await policiesWith(sources))) {
      expect(policy).toMatchObject(expected)
      const styles = Object.keys(policy).filter(name => name.startsWith('style-'))
      expect(styles).toEqual(['style-src', ...Object.keys(sources).filter(name => /^style-src-/.test(name))])
    }
  })

  test('still allows the page’s own scripts when a site sets script-src-elem', async () => {
    const own = (await policiesWith({})).header['script-src']
    for (const policy of Object.values(await policiesWith({ 'script-src-elem': ['https://a.example'] })))
      expect(policy['script-src-elem']).toBe(`${own} https://a.example`)
  })

  test('removes a directive from the header and from the page', async () => {
    const policies = await policiesWith({ 'require-trusted-types-for': false, 'trusted-types': false })
    for (const policy of Object.values(policies)) {
      expect(policy).toHaveProperty('default-src', "'none'")
      expect(Object.keys(policy).join(' ')).not.toContain('trusted-types')
    }
  })
})

test('a browser feature is allowed for the listed origins', async () => {
  const { headers } = await home({ features: { fullscreen: ['self', 'https://video.example.com'] } })
  expect(headers['permissions-policy']).toContain('fullscreen=(self "https://video.example.com")')
})

test('the live-reload script of development is in the head, and allowed by its hash', async () => {
  const { text, headers } = await supertest(
    await siteOf({ manifest: { ...manifest, devScript: 'reload()' } }),
  ).get('/')
  expect(text).toMatch(/<script>reload\(\)<\/script>.*<\/head>/s)
  for (const policy of Object.values(policiesOf({ document: documentOf(text), headers })))
    expect(policy['script-src']).toContain(hashOf('reload()'))
})
