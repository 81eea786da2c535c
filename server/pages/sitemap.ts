import type { Company } from '../../shared/owner.ts'
import { hasParts, type Row, type Table } from '../../shared/page-table.ts'
import { compressed } from '../http/compress.ts'
import type { Soon } from '../http/pages.ts'
import { fileResponse } from '../http/responses.ts'
import type { Logger } from '../logger.ts'
import { type Alternate, alternatesOf } from './alternates.ts'
import { type Cache, whenMade } from './cache.ts'
import type { Make } from './concurrency-limit.ts'
import type { AnyLoader } from './load-page.ts'
import { pathsOf } from './row-paths.ts'
import { rejectOnAbort } from './with-timeout.ts'

/** A page as the sitemap has it. */
export interface SitemapEntry {
  path: string
  date?: string | undefined
  /** The page in each of its languages. */
  alternates?: readonly Alternate[]
}

interface SitemapParts {
  table: Table
  company: Company
  loaders: Readonly<Record<string, AnyLoader>>
  log: Logger
}

/** The pages of a site, and of a path with parts those that its loader names. Rejects where one of them cannot be asked. */
async function sitemapEntries({ table, company, loaders, log }: SitemapParts): Promise<SitemapEntry[]> {
  const entriesOf = async (row: Row): Promise<SitemapEntry[]> => {
    if (!hasParts(row)) return [entryOf(row, table, company)]
    const { paths = [], problems } = await pathsOf(row, table, loaders[row.id])
    for (const problem of problems) log.warn(`left out of the sitemap: ${problem}`)
    return paths.map(path => ({ path }))
  }
  return (await Promise.all(table.rows.map(entriesOf))).flat()
}

/** The entry of a page with one address. */
const entryOf = (row: Row, table: Table, company: Company): SitemapEntry => ({
  path: row.path,
  date: row.date,
  alternates: alternatesOf(row, table, company),
})

/** The entries of pages at these paths. */
export const entriesAt = (paths: readonly string[], table: Table, company: Company): SitemapEntry[] =>
  paths.map(path => {
    const row = table.match(path)?.row
    return row && !hasParts(row) ? entryOf(row, table, company) : { path }
  })

/** sitemap.xml: https://www.sitemaps.org/protocol.html */
export function sitemap(entries: readonly SitemapEntry[], origin: string): string {
  const urls = entries.map(({ path, date, alternates = [] }) => {
    const lastmod = date ? `<lastmod>${date}</lastmod>` : ''
    const links = alternates.map(
      ({ hreflang, path: href }) =>
        `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${origin}${href}"/>`,
    )
    return `<url><loc>${origin}${path}</loc>${lastmod}${links.join('')}</url>\n`
  })
  const hasAlternates = entries.some(({ alternates = [] }) => alternates.length > 0)
  const namespace = hasAlternates ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"' : ''
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${namespace}>\n${urls.join('')}</urlset>\n`
}

const NAME = 'sitemap.xml'
const PATH = `/${NAME}`

/** In seconds: how long a sitemap is shown to all. */
const REVALIDATE = 3600

interface LiveSitemapParts extends SitemapParts {
  origin: string
  make: Make
  cache: Cache
}

/** Gives /sitemap.xml: its loaders are asked when somebody asks for it, and not when the server starts. */
export function createSitemap(parts: LiveSitemapParts): () => Soon {
  const { origin, make, cache } = parts
  /** It has a share of the places, as a row has. */
  const share = {}
  const makeSitemap = async (signal: AbortSignal) => {
    const entries = await Promise.race([sitemapEntries(parts), rejectOnAbort(signal)])
    return { document: fileResponse(NAME, await compressed(Buffer.from(sitemap(entries, origin)))) }
  }
  return () =>
    whenMade(
      cache.get(PATH, REVALIDATE, () => make(share, makeSitemap)),
      ({ document }) => document,
    )
}
