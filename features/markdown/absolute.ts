const HERE = 'http://site.invalid'

/** A link that is relative to the folder of its file as one that is not: whatever the path of its page, it leads to the same. */
export function absolute(written: string, folder: string): string {
  const url = URL.parse(written, `${HERE}${folder}/`)
  if (url?.origin !== HERE || /^[/#]|^$/.test(written)) return written
  const path = url.pathname.length > 1 ? url.pathname.replace(/\/$/, '') : url.pathname
  return path + url.search + url.hash
}
