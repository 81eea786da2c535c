import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { JSDOM } from 'jsdom'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { company } from '../shared/company.ts'
import { leaveOut } from './support/needs.ts'
import { build, dist, origin, root } from './support/server.ts'
import { rows } from './support/table.ts'

const url = inject('live')

const open = async (path: string) => new JSDOM(await (await fetch(url + path)).text()).window.document
const meta = (document: Document, name: string) =>
  document.querySelector(`meta[property="${name}"], meta[name="${name}"]`)?.getAttribute('content') ?? ''
const text = async (path: string) => (await fetch(url + path)).text()

/** Leaves the test of a file out where shared/public/ has one in its place. */
const unlessOwn = (name: string) =>
  leaveOut(existsSync(join(root, 'shared/public', name)), `shared/public/ has its own ${name}`)

/** What a previewer needs, and what it takes in its place. https://ogp.me and each previewer's own notes. */
const previewers = {
  Facebook: [['og:title'], ['og:type'], ['og:image'], ['og:url']],
  LinkedIn: [['og:title'], ['og:description'], ['og:image'], ['og:url']],
  X: [
    ['twitter:card'],
    ['twitter:title', 'og:title'],
    ['twitter:description', 'og:description'],
    ['twitter:image', 'og:image'],
  ],
  Slack: [['og:site_name'], ['og:title'], ['og:description'], ['og:image']],
  Discord: [['og:site_name'], ['og:title'], ['og:description'], ['og:image'], ['twitter:card']],
  WhatsApp: [['og:title'], ['og:description'], ['og:url'], ['og:image']],
  Messages: [['og:title'], ['og:image']],
}

describe.each(rows)('$path', ({ id, path, title, description, type }) => {
  let document: Document
  beforeAll(async () => {
    document = await open(path)
  })

  test('gives every previewer all that it needs', () => {
    for (const [previewer, needs] of Object.entries(previewers))
      for (const names of needs)
        expect(names.map(name => meta(document, name)).join(''), `${previewer}: ${names[0]}`).not.toBe('')
    expect(meta(document, 'og:url')).toBe(origin + path)
    expect(meta(document, 'og:title')).toBe(title)
    expect(meta(document, 'twitter:card')).toBe('summary_large_image')
  })

  test('has a picture of 1200 by 630 pixels under 60 kB, at the address that it names', async () => {
    const image = meta(document, 'og:image')
    expect(image).toBe(`${origin}/og/${id}.png`)
    expect(meta(document, 'og:image:alt')).not.toBe('')
    const response = await fetch(image.replace(origin, url))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(meta(document, 'og:image:type'))
    const png = Buffer.from(await response.arrayBuffer())
    // https://www.w3.org/TR/png-3/#11IHDR
    expect(`${png.readUInt32BE(16)}`).toBe(meta(document, 'og:image:width'))
    expect(`${png.readUInt32BE(20)}`).toBe(meta(document, 'og:image:height'))
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
    expect(png.length).toBeLessThan(60_000)
  })

  test('describes itself, the site and the company in linked data', async () => {
    const scripts = [...document.querySelectorAll('script[type="application/ld+json"]')]
    expect(scripts).toHaveLength(1)
    const data = JSON.parse(scripts[0]?.textContent ?? '')
    const graph: { '@type': string; '@id': string; url: string }[] = data['@graph']
    expect(data['@context']).toBe('https://schema.org')
    expect(graph.map(node => node['@type'])).toEqual(['Organization', 'WebSite', type])
    expect(graph[2]?.url).toBe(origin + path)
    const { logo } = JSON.parse(scripts[0]?.textContent ?? '')['@graph'][0]
    expect((await fetch(logo.replace(origin, url))).headers.get('content-type')).toBe('image/png')
    const named = new Set(graph.map(node => node['@id']))
    const references = [...JSON.stringify(graph).matchAll(/\{"@id":"([^"]*)"\}/g)].map(([, id]) => id)
    expect(references.length).toBeGreaterThan(0)
    for (const reference of references) expect(named).toContain(reference)
  })

  test('repeats the policy of the header in its head, before all that the policy rules', async () => {
    const header = (await fetch(url + path)).headers.get('content-security-policy') ?? ''
    const policy = document.querySelector('meta[http-equiv=Content-Security-Policy]')
    const rules = (text: string | null | undefined) =>
      (text ?? '')
        .split(';')
        .map(rule => rule.trim())
        .filter(Boolean)
    // The standard makes a meta tag ignore this one: https://www.w3.org/TR/CSP3/#meta-element
    expect(rules(policy?.getAttribute('content'))).toEqual(
      rules(header).filter(rule => !rule.startsWith('frame-ancestors')),
    )
    for (const ruled of document.querySelectorAll('style, script, link[rel=stylesheet], link[rel=preload]')) {
      expect(policy?.compareDocumentPosition(ruled)).toBe(4) // following
    }
  })

  test('stands in the sitemap', unlessOwn('sitemap.xml'), async () => {
    const sitemap = new JSDOM(await text('/sitemap.xml'), { contentType: 'text/xml' }).window.document
    const urls = [...sitemap.querySelectorAll('url')].map(url => [...url.children].map(el => el.textContent))
    expect(urls).toHaveLength(rows.length)
    expect(urls).toContainEqual([origin + path])
  })

  test('stands in llms.txt', unlessOwn('llms.txt'), async () => {
    expect(await text('/llms.txt')).toContain(`(${origin}${path}): ${description}\n`)
  })
})

test('what is not found asks not to be listed, and has no address, preview or linked data', async () => {
  const document = await open('/nowhere')
  expect(meta(document, 'robots')).toBe('noindex')
  expect(document.querySelector('link[rel=canonical]')).toBeNull()
  expect(document.querySelector('meta[property^="og:"], script[type="application/ld+json"]')).toBeNull()
})

test('robots.txt lets everyone in and names the sitemap', unlessOwn('robots.txt'), async () => {
  expect(await text('/robots.txt')).toBe(`User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`)
})

test('llms.txt starts with the name and the summary', unlessOwn('llms.txt'), async () => {
  expect(await text('/llms.txt')).toMatch(`# ${company.name}\n\n> ${company.description}\n\n## Pages\n\n- [`)
})

test(
  'security.txt has what RFC 9116 requires, and is plain text',
  unlessOwn('.well-known/security.txt'),
  async () => {
    const response = await fetch(`${url}/.well-known/security.txt`)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const fields = (await response.text())
      .trim()
      .split('\n')
      .map(line => line.split(': ') as [string, string])
    const once = Object.fromEntries(fields)
    expect(fields).toHaveLength(Object.keys(once).length)
    expect(once.Contact).toBe(`mailto:${company.email}`)
    expect(once.Canonical).toBe(`${origin}/.well-known/security.txt`)
    expect(once['Preferred-Languages']).toBe(company.lang)
    expect(new Date(once.Expires ?? '').toISOString().replace('.000', '')).toBe(once.Expires)
  },
)

test.each(['sitemap.xml', 'robots.txt', 'llms.txt', '.well-known/security.txt'])(
  '%s is the same live and prerendered',
  async name => {
    expect(await text(`/${name}`)).toBe(readFileSync(join(dist, name), 'utf8'))
  },
)

test('dist holds every picture of the build', () => {
  for (const { id } of rows) {
    const name = `og/${id}.png`
    expect(readFileSync(join(dist, name)).equals(readFileSync(join(build, 'public', name)))).toBe(true)
  }
})
