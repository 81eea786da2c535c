// What an owner allows in server/site/policy.ts, and how that changes the CSP and Permissions-Policy of the site.
import supertest from 'supertest'
import { describe, expect, test } from 'vitest'
import { createSecurity } from '../../../server/http/headers.ts'
import { type Allowed, directives, metaPolicy } from '../../../server/http/policy.ts'
import { hashOf } from '../../support/blocked.ts'
import { manifest, siteOf } from '../../support/fixture-site.ts'

const ownStyle = hashOf(manifest.style)
const anyInline = "'unsafe-inline'"

const allow = (sources: Allowed['sources']): Allowed => ({ sources, features: {}, scripts: '' })
const policyOf = (sources: Allowed['sources']) => directives(manifest, allow(sources))

describe('server/site/policy.ts', () => {
  test.each<[string, Allowed['sources'], object]>([
    ['nothing', {}, { 'style-src': [ownStyle] }],
    // A hash beside it would make it void: https://www.w3.org/TR/CSP3/#allow-all-inline
    ['each inline style', { 'style-src': [anyInline] }, { 'style-src': [anyInline] }],
    [
      'each <style>',
      { 'style-src-elem': [anyInline] },
      { 'style-src': [ownStyle], 'style-src-elem': [anyInline] },
    ],
    [
      'each style attribute',
      { 'style-src-attr': [anyInline] },
      { 'style-src': [ownStyle], 'style-src-attr': [anyInline] },
    ],
    [
      'the <style> of another origin beside its own',
      { 'style-src-elem': ['https://a.example'] },
      { 'style-src': [ownStyle], 'style-src-elem': [ownStyle, 'https://a.example'] },
    ],
    [
      'each inline style, and the <style> of another origin beside its own',
      { 'style-src': [anyInline], 'style-src-elem': ['https://a.example'] },
      { 'style-src': [anyInline], 'style-src-elem': [ownStyle, 'https://a.example'] },
    ],
    ['each inline script', { 'script-src': [anyInline] }, { 'script-src': ["'self'", anyInline] }],
    [
      'a worker, a frame and a manifest',
      { 'worker-src': ["'self'", 'blob:'], 'child-src': ['https://a.example'], 'manifest-src': ["'self'"] },
      { 'worker-src': ["'self'", 'blob:'], 'child-src': ['https://a.example'], 'manifest-src': ["'self'"] },
    ],
    ['a policy of Trusted Types', { 'trusted-types': ['charts'] }, { 'trusted-types': ['charts'] }],
  ])('allows %s', (_, sources, expected) => {
    const policy = policyOf(sources)
    expect(policy).toMatchObject(expected)
    const styles = Object.keys(policy).filter(name => name.startsWith('style-'))
    expect(styles).toEqual(['style-src', ...Object.keys(sources).filter(name => /^style-src-/.test(name))])
  })

  test('allows the scripts of each page where a directive for script elements takes over', () => {
    const elements = policyOf({ 'script-src-elem': ['https://a.example'] })['script-src-elem']
    expect(elements).toEqual([...policyOf({})['script-src']!, 'https://a.example'])
  })

  test('removes a directive, from the header and from the page', () => {
    const allowed = allow({ 'require-trusted-types-for': false, 'trusted-types': false })
    const header = createSecurity(manifest, 'host', allowed).document['Content-Security-Policy']
    for (const policy of [header, metaPolicy(manifest, allowed)]) {
      expect(policy).toContain("default-src 'none'")
      expect(policy).not.toContain('trusted-types')
    }
  })
})

const headersFor = (allowed: Partial<Allowed>) =>
  createSecurity(manifest, 'host', { sources: {}, features: {}, scripts: '', ...allowed }).document

test.each<[Allowed['sources'], string]>([
  [{ 'form-action': ["'self'"] }, "form-action 'self'"],
  [{ 'img-src': ['https://pictures.example.com'] }, "img-src 'self' https://pictures.example.com"],
  [{ 'frame-src': ['https://maps.example.com'] }, 'frame-src https://maps.example.com'],
])('%o stands in the header and in the head of each page', (sources, directive) => {
  const header = headersFor({ sources })['Content-Security-Policy']
  for (const policy of [header, metaPolicy(manifest, allow(sources))])
    expect(`${policy};`).toContain(`${directive};`)
})

test('a script of another origin is allowed in the header and in the head of each page, beside the scripts of the page', () => {
  const sources = { 'script-src': ['https://a.example'] }
  const header = headersFor({ sources })['Content-Security-Policy']
  for (const policy of [header, metaPolicy(manifest, allow(sources))])
    expect(policy).toMatch(/(^|; ?)script-src 'self' [^;]+ https:\/\/a\.example(;|$)/)
})

test('only the header can forbid framing', () => {
  expect(headersFor({})['Content-Security-Policy']).toContain("frame-ancestors 'none'")
  expect(metaPolicy(manifest, allow({}))).not.toContain('frame-ancestors')
})

test('a feature is allowed to the origins that are named', () => {
  const features = { fullscreen: ['self', 'https://video.example.com'] }
  expect(headersFor({ features })['Permissions-Policy']).toContain(
    'fullscreen=(self "https://video.example.com")',
  )
})

test('a script of a service stands in the head of a page as it was allowed, once, after the policy', async () => {
  const { text } = await supertest(await siteOf()).get('/')
  expect(text).toMatch(/Content-Security-Policy.*<script src="\/zaehler.js" data-seite="1" async>.*<\/head>/s)
  expect(text.match(/zaehler/g)).toHaveLength(1)
})

test('the script by which development reloads a page stands in its head', async () => {
  const { text } = await supertest(await siteOf({ manifest: { ...manifest, reload: 'reload()' } })).get('/')
  expect(text).toMatch(/<script>reload\(\)<\/script>.*<\/head>/s)
})

test('the script by which development reloads a page is allowed by its hash, as are the two of each page', () => {
  const scripts = ['load()', '{}', 'reload()'] as const
  const [loader, speculationRules, reload] = scripts
  const policy = directives({ ...manifest, loader, speculationRules, reload }, allow({}))
  expect(policy['script-src']).toEqual(["'self'", ...scripts.map(hashOf)])
})
