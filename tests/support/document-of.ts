import { JSDOM } from 'jsdom'

const { DOMParser } = new JSDOM().window
const parser = new DOMParser()

/** The document of a page. Without a window, jsdom skips parsing the stylesheet, which takes longer than everything else. */
export const documentOf = (html: string | Buffer | undefined): Document =>
  parser.parseFromString(String(html ?? ''), 'text/html')
