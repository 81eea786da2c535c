const HERE = 'http://site.invalid'

/** Makes a link absolute that is relative to the folder of its file, because the page's path may be in a different folder. */
export function absolute(written: string, folder: string): string {
  const url = URL.parse(written, `${HERE}${folder}/`)
  if (url?.origin !== HERE || /^[/#]|^$/.test(written)) return written
  const path = url.pathname.length > 1 ? url.pathname.replace(/\/$/, '') : url.pathname
  return path + url.search + url.hash
}
