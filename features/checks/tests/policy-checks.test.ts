// Elements that the site's CSP blocks: the build says which line of server/site/policy.ts would allow them.
import { describe, expect, test } from 'vitest'
import { metaPolicy } from '../../../server/respond/content-security-policy.ts'
import type { Allowed } from '../../../server/site.ts'
import { hashOf } from '../../../tests/support/blocked.ts'
import { manifest } from '../../../tests/support/fixture-site.ts'
import { elementsOf } from '../html.ts'
import { policyProblems } from '../policy-checks.ts'

const anyInline = "'unsafe-inline'"
const allow = (sources: Allowed['sources']): Allowed => ({ sources, features: {}, scripts: '' })

/** The messages for a page with this element, under the policy of a site that allows these sources. */
const problemsOf = (element: string, sources: Allowed['sources'] = {}) => {
  const policy = metaPolicy(manifest, allow(sources)).replaceAll("'", '&#x27;')
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}"/>`
  return policyProblems(elementsOf(`<html><head>${meta}</head>${element}`), true)
}

describe('the policy check', () => {
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
      'an image',
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
    [
      'the formaction of a button',
      '<button formaction="https://a.example/api">',
      `'form-action': ['https://a.example']`,
      { 'form-action': ['https://a.example'] },
    ],
    [
      'an image of a srcset',
      '<img src="/1.png" srcset="/2.png 2x, https://a.example/a,b.png?c, 3x">',
      `'img-src': ['https://a.example']`,
      { 'img-src': ['https://a.example'] },
    ],
    [
      'the poster of a video',
      '<video poster="https://a.example/1.png">',
      `'img-src': ['https://a.example']`,
      { 'img-src': ['https://a.example'] },
    ],
    [
      'a preloaded image',
      '<link rel="preload" as="image" imagesrcset="https://a.example/1.png 1x"/>',
      `'img-src': ['https://a.example']`,
      { 'img-src': ['https://a.example'] },
    ],
    [
      'a ping',
      '<a href="https://b.example" ping="/api/a https://a.example/ping">',
      `'connect-src': ['https://a.example']`,
      { 'connect-src': ['https://a.example'] },
    ],
    ['an object', '<object data="/a.pdf">', `'object-src': ["'self'"]`, { 'object-src': ["'self'"] }],
    [
      'a web app manifest',
      '<link href="/site.webmanifest" rel="manifest"/>',
      `'manifest-src': ["'self'"]`,
      { 'manifest-src': ["'self'"] },
    ],
  ])('reports the line that allows %s', (_, element, line, sources) => {
    const [message, ...others] = problemsOf(element)
    expect(message).toContain(line)
    expect(message).toContain('server/site/policy.ts')
    expect(message).toContain(element.split('>')[0])
    expect(others).toEqual([])
    expect(problemsOf(element, sources)).toEqual([])
  })

  test.each<[string, string, Allowed['sources']]>([
    ['a style attribute under style-src', '<b style="top:1px">', { 'style-src': [anyInline] }],
    ['a frame under child-src', '<iframe src="https://a.example/1">', { 'child-src': ['https:'] }],
    [
      'a script under script-src-elem',
      '<script src="https://a.example/1.js"></script>',
      { 'script-src-elem': ['https://a.example'] },
    ],
    ['a script of the same origin', '<script src="/1.js"></script>', {}],
    [
      'markup in a text/plain script',
      '<script type="text/plain">\n<img src="https://a.example">\n</script>',
      {},
    ],
    ['inline JSON', '<script type="application/json">{}</script>', {}],
    ['the inline stylesheet of each page', `<style>${manifest.style}</style>`, {}],
    [
      'a link to another site',
      '<a href="https://a.example">a</a><link rel="canonical" href="https://b.example/">',
      {},
    ],
    ['a text that looks like an attribute', '<p>a style="b"</p>', {}],
  ])('accepts %s', (_, element, sources) => {
    expect(problemsOf(element, sources)).toEqual([])
  })

  test('reports all style attributes of a page once', () => {
    const messages = problemsOf('<b style="top:1px"></b><i style="top:2px"></i><u style="top:3px"></u>')
    expect(messages).toEqual([
      `the policy blocks the style of <b style="top:1px"> and of 2 more: use a class, or add this line to sources in server/site/policy.ts: 'style-src-attr': ["'unsafe-inline'"]`,
    ])
  })

  // https://www.w3.org/TR/CSP3/#grammardef-hash-source
  test.each(["'sha256-YQ=='", "'sha384-YQ=='", "'sha512-YQ=='"])(
    'reports a style attribute when the hash %s voids unsafe-inline',
    hash => {
      const sources = { 'style-src-attr': [anyInline, hash] }
      expect(problemsOf('<b style="top:1px">', sources)).toHaveLength(1)
    },
  )
})

describe('a message of the policy check', () => {
  test('is a whole sentence', () => {
    expect(problemsOf('<img src="http://a.example/1.png">')).toEqual([
      `the policy blocks <img src="http://a.example/1.png">: to allow http://a.example as img-src, add this line to sources in server/site/policy.ts: 'img-src': ['http://a.example']`,
    ])
    expect(problemsOf('<style>\na { }\n</style>')).toEqual([
      `the policy blocks <style>: to allow it, add this line to sources in server/site/policy.ts: 'style-src-elem': ["'unsafe-inline'"]`,
    ])
  })

  test('suggests script-src-elem when the policy has it', () => {
    const sources = { 'script-src-elem': ['https://a.example'] }
    const scripts = '<script src="https://b.example/1.js"></script><script>c()</script>'
    expect(problemsOf(scripts, sources)).toEqual([
      expect.stringContaining(
        `to allow https://b.example as script-src-elem, add this line to sources in server/site/policy.ts: 'script-src-elem': ['https://b.example']`,
      ),
      expect.stringContaining(`'script-src-elem': ["${hashOf('c()')}"]`),
    ])
  })

  test.each([
    { what: 'an <embed>', element: '<embed src="/a.pdf">', line: `'object-src': ["'self'"]` },
    {
      what: 'a script',
      element: '<script src="https://a.example/1.js"></script>',
      line: `'script-src': ['https://a.example']`,
    },
    {
      what: 'an import map',
      element: '<script type="importmap">{}</script>',
      line: `'script-src': ["${hashOf('{}')}"]`,
    },
    {
      what: 'a text/javascript script',
      element: '<script type="text/javascript">b()</script>',
      line: `["${hashOf('b()')}"]`,
    },
  ])('suggests the directive of $what', ({ element, line }) => {
    expect(problemsOf(element)).toEqual([expect.stringContaining(line)])
  })

  test.each(['audio', 'video', 'source', 'track'])('suggests media-src for <%s src>', name => {
    expect(problemsOf(`<${name} src="https://a.example/1">`)).toEqual([
      expect.stringContaining(`'media-src': ['https://a.example']`),
    ])
  })

  test('truncates a long element', () => {
    const [message] = problemsOf(`<img alt="${'x'.repeat(300)}" src="https://a.example/1.png">`)
    expect(message).toContain(
      `the policy blocks <img alt="${'x'.repeat(150)}…>: to allow https://a.example as img-src`,
    )
  })

  test('names the last element that needs a source, because React preloads images of the body', () => {
    const picture = '<img src="https://a.example/1.png">'
    const preload = '<link rel="preload" as="image" href="https://a.example/1.png"/>'
    expect(problemsOf(preload + picture)).toEqual([expect.stringContaining(`blocks ${picture}: `)])
  })

  // https://www.w3.org/TR/CSP3/#match-url-to-source-expression
  test.each<[allowed: boolean, address: string, sources: string[]]>([
    [true, 'https://cdn.a.example/pictures/1.png', ['https:', 'http:', '*', 'https://b.example https:']],
    [true, 'https://cdn.a.example/pictures/1.png', ['cdn.a.example', '*.a.example', 'HTTPS://CDN.a.example']],
    [true, 'https://cdn.a.example/pictures/1.png', ['https://cdn.a.example', 'http://cdn.a.example']],
    [true, 'https://cdn.a.example/pictures/1.png', ['https://*.a.example', 'https://*.example', 'https://*']],
    [true, 'https://cdn.a.example/pictures/1.png', ['https://cdn.a.example:443', 'https://cdn.a.example:*']],
    [true, 'https://cdn.a.example/pictures/1.png', ['https://cdn.a.example/', 'https://*.example/pictures/']],
    [true, 'https://cdn.a.example/pictures/1.png', ['cdn.a.example/pictures/%31.png']],
    [true, 'https://a.example:8443/1.png', ['https://a.example:8443', 'https://a.example:*']],
    [true, 'http://a.example/1.png', ['http:', 'http://a.example', 'http://a.example:80']],
    [true, 'data:image/png;base64,AA==', ['data:']],
    [false, 'https://cdn.a.example/pictures/1.png', ['ws://cdn.b.example', 'data:', "'self'", "'none'"]],
    [false, 'https://cdn.a.example/pictures/1.png', ['https://a.example', 'https://*.b.example']],
    [false, 'https://cdn.a.example/pictures/1.png', ['https://cdn-a.example', 'https://cdn?a.example']],
    [false, 'https://cdn.a.example/pictures/1.png', ['https://cdn.a.example/films/', 'https://*/1.png']],
    [false, 'https://cdn.a.example/pictures/1.png', ['https://cdn.a.example/pictures', 'cdn.a.example:8443']],
    [
      false,
      'https://cdn.a.example.evil.test/1.png',
      ['https://cdn.a.example', 'cdn.a.example', '*.a.example'],
    ],
    [false, 'https://evila.example/1.png', ['https://a.example', 'https://*.a.example']],
    [false, 'https://a.example/1.png', ['https://*.a.example']],
    [false, 'https://a.example:8443/1.png', ['https://a.example', 'https://a.example:443', 'a.example']],
    [false, 'http://a.example/1.png', ['https:', 'https://a.example', 'a.example']],
    [false, 'data:image/png;base64,AA==', ['*', 'https:', "'self'"]],
  ])('depends on CSP’s matching: allowed is %s for %s under each of %j', (allowed, address, sources) => {
    const isAllowed = (source: string) =>
      problemsOf(`<img src="${address}">`, { 'img-src': source.split(' ') }).length === 0
    expect(sources.filter(source => isAllowed(source) !== allowed)).toEqual([])
  })
})
