import type { RequestListener } from 'node:http'
import { ask } from '../../../../tests/support/ask.ts'
import { documentOf } from '../../../../tests/support/document-of.ts'
import { listen } from '../../../../tests/support/fixture-site.ts'
import { ORIGIN } from '../../../../tests/support/value-site.tsx'

/** The languages that each page of a site of values names, in its head and in the sitemap; false where that lacks the page. */
export async function alternatesIn(app: RequestListener, paths: readonly string[]) {
  await using server = await listen(app)
  const sitemap = String((await ask(`${server.url}/sitemap.xml`)).body)
  const found: Record<string, unknown> = {}
  for (const path of paths) {
    const document = documentOf((await ask(server.url + path)).body)
    const links = [...document.querySelectorAll('link[hreflang]')]
    const [, entry] = new RegExp(`<loc>${ORIGIN}${path}</loc>(.*?)</url>`).exec(sitemap) ?? []
    found[path] = {
      head: links.map(link => link.getAttribute('hreflang')),
      sitemap: entry !== undefined && Array.from(entry.matchAll(/hreflang="(.+?)"/g), ([, lang]) => lang),
    }
  }
  return found
}
