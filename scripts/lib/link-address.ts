const HERE = 'http://site.invalid'

/** What a part of an address says, as it is written where it has a malformed percent-escape. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text).normalize()
  } catch {
    return text
  }
}

/** Where a link leads on this site, from the page at `from`; undefined where it leads elsewhere. */
export function linkTarget(href: string, from: string): { path: string; fragment: string } | undefined {
  const url = URL.parse(href, HERE + from)
  if (url?.origin !== HERE) return undefined
  return { path: decoded(url.pathname), fragment: decoded(url.hash.slice(1)) }
}

/** A link that is relative to the folder of its file as one that is not: whatever the path of its page, it leads to the same. */
export function absolute(written: string, folder: string): string {
  const url = URL.parse(written, `${HERE}${folder}/`)
  if (url?.origin !== HERE || /^[/#]|^$/.test(written)) return written
  const path = url.pathname.length > 1 ? url.pathname.replace(/\/$/, '') : url.pathname
  return path + url.search + url.hash
}
