import type { RequestHandler } from 'express'
import type { Company } from '../../shared/owner.ts'
import { hasParts, type Row, type Table } from '../../shared/page-table.ts'
import { compressed } from '../http/compress.ts'
import { fileResponse } from '../http/files.ts'
import type { Send, StaticResponse } from '../http/response.ts'
import { type Alternate, alternatesOf } from './alternates.ts'
import type { AnyLoader } from './load-page.ts'
import { createStaleWhileRevalidate } from './stale-while-revalidate.ts'
import { rejectOnAbort, withTimeout } from './with-timeout.ts'

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
  /** Told of a source that fails: its pages are left out. */
  onError: (error: unknown, path: string) => void
}

/** The pages of a site, and of a path with parts those that its loader names. */
export async function sitemapEntries({
  table,
  company,
  loaders,
  onError,
}: SitemapParts): Promise<SitemapEntry[]> {
  const pathsOf = async (row: Row): Promise<SitemapEntry[]> => {
    if (!hasParts(row)) return [entryOf(row, table, company)]
    try {
      const askLoader = async () => loaders[row.id]?.paths?.() ?? []
      const paths = await withTimeout(signal => Promise.race([askLoader(), rejectOnAbort(signal)]))
      return paths.map(path => ({ path }))
    } catch (error) {
      onError(error, row.path)
      return []
    }
  }
  return (await Promise.all(table.rows.map(pathsOf))).flat()
}

/** The entry of a page with one address. */
export const entryOf = (row: Row, table: Table, company: Company): SitemapEntry => ({
  path: row.path,
  date: row.date,
  alternates: alternatesOf(row, table, company),
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

const PATH = '/sitemap.xml'

/** In seconds: how long a sitemap is shown to all. */
const REVALIDATE = 3600

/** The handler of /sitemap.xml: its loaders are asked when somebody asks for it, and not when the server starts. */
export function createSitemapHandler(parts: SitemapParts & { origin: string; send: Send }): RequestHandler {
  const { origin, send, onError } = parts
  // There is one, whatever its size.
  const kept = createStaleWhileRevalidate<StaticResponse>({ maxSize: 1, onRefreshError: onError })
  const make = async () => {
    const text = Buffer.from(sitemap(await sitemapEntries(parts), origin))
    return { value: fileResponse('sitemap.xml', await compressed(text)), size: 1, keep: true }
  }
  return async (req, res, next) => {
    // Express would also take /SITEMAP.XML and /sitemap.xml/, and each spelling would ask all loaders anew.
    if (req.path !== PATH) return next()
    await send(req, res, kept.kept(PATH, REVALIDATE, make) ?? (await kept.makeFirst(PATH, REVALIDATE, make)))
  }
}
