import { JSDOM } from 'jsdom'

const { DOMParser } = new JSDOM().window
const parser = new DOMParser()

/** The document of a page. It has no window, and so jsdom does not read its stylesheet, which takes longer than all the rest. */
export const documentOf = (html: string | Buffer | undefined): Document =>
  parser.parseFromString(String(html ?? ''), 'text/html')
