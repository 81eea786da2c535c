import { decoded } from '../../scripts/lib/decoded.ts'

const HERE = 'http://site.invalid'

/** Resolves a link on the page at `from`. Undefined if it leads to a different site. */
export function resolveLink(href: string, from: string): { path: string; fragment: string } | undefined {
  const url = URL.parse(href, HERE + from)
  if (url?.origin !== HERE) return undefined
  return { path: decoded(url.pathname), fragment: decoded(url.hash.slice(1)) }
}
