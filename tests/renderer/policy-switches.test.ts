import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { policyProblems } from '../../scripts/check/policy-checks.ts'
import { createSecurity } from '../../server/http/headers.ts'
import { type Allowed, directives, metaPolicy } from '../../server/http/policy.ts'
import { manifest } from '../support/fixture-site.ts'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
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

  test.each<[string | undefined, Allowed['sources']]>([
    ['require-corp', { 'trusted-types': ['charts'], 'style-src-attr': [anyInline] }],
    ['credentialless', { 'style-src-elem': ['https://a.example'] }],
    [undefined, { 'child-src': ['https://a.example'] }],
  ])('gives Cross-Origin-Embedder-Policy %s for %o', (value, sources) => {
    const { document } = createSecurity(manifest, 'host', allow(sources))
    expect(document['Cross-Origin-Embedder-Policy']).toBe(value)
  })
})

/** The messages for a page with this in it, under the policy of a site that allows these. */
const problemsOf = (element: string, sources: Allowed['sources'] = {}) => {
  const policy = metaPolicy(manifest, allow(sources)).replaceAll("'", '&#x27;')
  return policyProblems(
    `<html><head><meta http-equiv="Content-Security-Policy" content="${policy}"/></head>${element}`,
  )
}

describe('what a page contains and its policy blocks', () => {
  test.each<[string, string, string, Allowed['sources']]>([
    [
      'a style attribute',
      '<b style="top:1px">',
      `'style-src-attr': ["'unsafe-inline'"]`,
      { 'style-src-attr': [anyInline] },
    ],
    [
      'a second <style>',
      '<style>.thumb{top:1px}</style>',
      `'style-src-elem': ["'unsafe-inline'"]`,
      { 'style-src-elem': [anyInline] },
    ],
    [
      'a stylesheet',
      '<link rel="stylesheet" href="https://a.example/1.css"/>',
      `'style-src-elem': ['https://a.example']`,
      { 'style-src-elem': ['https://a.example'] },
    ],
    [
      'an inline script',
      '<script>start(1)</script>',
      `'script-src': ["${hashOf('start(1)')}"]`,
      { 'script-src': [hashOf('start(1)')] },
    ],
    [
      'a picture',
      '<img src="https://a.example/1.png">',
      `'img-src': ['https://a.example']`,
      { 'img-src': ['https://a.example'] },
    ],
    [
      'a frame',
      '<iframe src="https://a.example/1">',
      `'frame-src': ['https://a.example']`,
      { 'frame-src': ['https://a.example'] },
    ],
    ['a form', '<form action="/api/a">', `'form-action': ["'self'"]`, { 'form-action': ["'self'"] }],
    ['an object', '<object data="/a.pdf">', `'object-src': ["'self'"]`, { 'object-src': ["'self'"] }],
    [
      'a manifest',
      '<link href="/site.webmanifest" rel="manifest"/>',
      `'manifest-src': ["'self'"]`,
      { 'manifest-src': ["'self'"] },
    ],
  ])('is said with the line that allows it: %s', (_, element, line, sources) => {
    const [message, ...others] = problemsOf(element)
    expect(message).toContain(line)
    expect(message).toContain('server/site/policy.ts')
    expect(message).toContain(element.split('>')[0])
    expect(others).toEqual([])
    expect(problemsOf(element, sources)).toEqual([])
  })

  test.each<[string, string, Allowed['sources']]>([
    [
      'a style attribute, by the directive for all styles',
      '<b style="top:1px">',
      { 'style-src': [anyInline] },
    ],
    [
      'a frame, by the directive for children',
      '<iframe src="https://a.example/1">',
      { 'child-src': ['https:'] },
    ],
    ['data for the script', '<script type="application/json">{}</script>', {}],
    ['the style of each page', `<style>${manifest.style}</style>`, {}],
    [
      'a link to another site',
      '<a href="https://a.example">a</a><link rel="canonical" href="https://b.example/">',
      {},
    ],
    ['a text about a style', '<p>a style="b"</p>', {}],
  ])('is not %s', (_, element, sources) => {
    expect(problemsOf(element, sources)).toEqual([])
  })

  test('is said once for all style attributes of a page', () => {
    const messages = problemsOf('<b style="top:1px"></b><i style="top:2px"></i><u style="top:3px"></u>')
    expect(messages).toEqual([expect.stringContaining('<b style="top:1px"> and of 2 more: ')])
  })

  test('is a style attribute still where a hash makes the permission void', () => {
    const sources = { 'style-src-attr': [anyInline, hashOf('a')] }
    expect(problemsOf('<b style="top:1px">', sources)).toHaveLength(1)
  })
})
