// What search engines get from each page of your site.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import supertest from 'supertest'
import { describe, expect, test } from 'vitest'
import { documentOf } from '../../../tests/support/document-of.ts'
import { addresses, folder, origin, siteOf } from '../../../tests/support/own-site.ts'

const live = supertest(await siteOf())
const hasOwnSitemap = existsSync(join(folder, 'shared/site/public/sitemap.xml'))

describe.each(addresses)('GET $path', ({ path, route }) => {
  test('has the JSON-LD of the company, of a post or of its route', async () => {
    const document = documentOf((await live.get(path).expect(200)).text)
    // The page may have more JSON-LD in its body.
    const found = [...document.querySelectorAll('head script[type="application/ld+json"]')]
    const graphs = found.map(script => JSON.parse(script.textContent)['@graph'])
    const types = graphs.flat().map((node: { '@type': string }) => node['@type'])
    const ours =
      path === '/'
        ? ['Organization', 'WebSite']
        : route.isHome
          ? ['Organization']
          : route.isArticle
            ? ['BlogPosting']
            : []
    const ofRoute = [route.jsonLd ?? []].flat().map(node => Reflect.get(node, '@type'))
    expect(route.isDynamic ? types.slice(0, ours.length) : types).toEqual([...ours, ...ofRoute])
  })

  test.skipIf(hasOwnSitemap)('is in the sitemap if and only if it is indexable', async () => {
    const sitemap = await live.get('/sitemap.xml').expect(200).expect('Content-Type', /xml/)
    const isInSitemap = sitemap.text.includes(`<loc>${origin}${path}</loc>`)
    expect(isInSitemap).toBe(
      !route.noindex && new URL(route.canonical ?? path, origin).href === origin + path,
    )
  })
})
