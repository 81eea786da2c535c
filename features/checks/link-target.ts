import { decoded } from '../../scripts/lib/decoded.ts'

const HERE = 'http://site.invalid'

/** Where a link leads on this site, from the page at `from`; undefined where it leads elsewhere. */
export function linkTarget(href: string, from: string): { path: string; fragment: string } | undefined {
  const url = URL.parse(href, HERE + from)
  if (url?.origin !== HERE) return undefined
  return { path: decoded(url.pathname), fragment: decoded(url.hash.slice(1)) }
}
