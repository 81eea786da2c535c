import type { RequestListener } from 'node:http'
import { documentOf } from '../../../../tests/support/document-of.ts'
import { listen } from '../../../../tests/support/fixture-site.ts'
import { request } from '../../../../tests/support/http.ts'
import { ORIGIN } from '../../../../tests/support/value-site.tsx'

/** The hreflang values of each page, in its head and in the sitemap. `sitemap` is false if it doesn't list the page. */
export async function alternatesIn(app: RequestListener, paths: readonly string[]) {
  await using server = await listen(app)
  const sitemap = String((await request(`${server.url}/sitemap.xml`)).body)
  const found: Record<string, unknown> = {}
  for (const path of paths) {
    const document = documentOf((await request(server.url + path)).body)
    const links = [...document.querySelectorAll('link[hreflang]')]
    const [, entry] = new RegExp(`<loc>${ORIGIN}${path}</loc>(.*?)</url>`).exec(sitemap) ?? []
    found[path] = {
      head: links.map(link => link.getAttribute('hreflang')),
      sitemap: entry !== undefined && Array.from(entry.matchAll(/hreflang="(.+?)"/g), ([, lang]) => lang),
    }
  }
  return found
}
