import { useLocation } from 'react-router'
import { describeError } from '../../server/errors.ts'
import { type AppParts, createApp } from '../../server/http/app.ts'
import { createSecurity } from '../../server/http/headers.ts'
import type { Allowed } from '../../server/http/policy.ts'
import { createSend } from '../../server/http/response.ts'
import type { Logger } from '../../server/logger.ts'
import { createDataPages } from '../../server/pages/data-pages.ts'
import { type AnyLoader, createLoadPage } from '../../server/pages/load-page.ts'
import { createPageCache } from '../../server/pages/page-cache.ts'
import { createPageRenderer } from '../../server/pages/page-renderer.tsx'
import { createRenderer } from '../../server/pages/render.tsx'
import { createSitemapHandler } from '../../server/pages/sitemap.ts'
import { createCounts } from '../../server/summary.ts'
import type { Page, PageComponent } from '../../shared/owner.ts'
import { createPageTable, rowsOf } from '../../shared/page-table.ts'
import { manifest } from './fixture-site.ts'
import { owner } from './owner.tsx'

/** A page as a test needs it: what its row says beside its words, its component and its loader. */
export interface ValuePage extends Pick<Page, 'path'>, Partial<Omit<Page, 'path'>> {
  Component?: PageComponent
  load?: AnyLoader['load']
  paths?: AnyLoader['paths']
}

/** Shows its data as JSON in an element that a test finds. */
export const ShowData = ({ data }: { data: unknown }) => <pre>{JSON.stringify(data)}</pre>

/** Shows for which path it is rendered, as the browser will ask it. */
const NotFound = () => (
  <>
    <h1>Not found</h1>
    <output>{useLocation().pathname}</output>
  </>
)

/** The origin of such a site. */
export const ORIGIN = 'https://firm.example'

/** What loads and renders the pages of a site that a test writes down, put together as server/compose.ts does it for the owner's. */
export async function pagesOfValues(
  pages: Record<string, ValuePage>,
  log: Logger,
  redirects: readonly string[] = [],
) {
  const allowed: Allowed = { sources: {}, features: {}, redirects, scripts: '' }
  const loaders: Record<string, AnyLoader> = {}
  const components: Record<string, () => Promise<{ default: PageComponent }>> = {}
  const written: Record<string, Page> = {}
  for (const [id, { Component = ShowData, load, paths, ...row }] of Object.entries(pages)) {
    components[id] = async () => ({ default: Component })
    if (load) loaders[id] = paths ? { load, paths } : { load }
    const words = { title: `The page ${id}`, description: 'What it shows.', label: id, menus: {} }
    written[id] = { ...words, ...(load && { loader: true }), ...row }
  }
  const table = createPageTable(rowsOf(written, owner.company))
  const layout = { owner, origin: ORIGIN, menus: table.menus, isRightToLeft: () => false }
  const renderer = await createPageRenderer({
    table,
    manifest,
    origin: ORIGIN,
    owner,
    allowed,
    components,
    NotFound,
    readBody: async () => '',
    render: createRenderer(layout),
  })
  const { version } = manifest
  const loadPage = createLoadPage({ loaders, company: owner.company, version, redirects, log })
  return { table, loaders, allowed, renderer, loadPage }
}

/** The application of such a site. */
export async function siteOfValues(
  pages: Record<string, ValuePage>,
  log: Logger,
  redirects: readonly string[] = [],
  endpoints: AppParts['endpoints'] = () => {},
) {
  const { table, loaders, allowed, renderer, loadPage } = await pagesOfValues(pages, log, redirects)
  const security = createSecurity(manifest, 'host', allowed)
  const send = createSend(security)
  const counts = createCounts()
  const cache = createPageCache()
  const dataPages = createDataPages({
    table,
    loadPage,
    renderer,
    cache,
    origin: ORIGIN,
    send,
    log,
    counts,
  })
  return createApp({
    table,
    files: new Map(),
    pageAt: path => {
      const page = renderer.fixedAt(path)
      return page && cache(page)
    },
    notFound: () => cache(renderer.notFound),
    failure: () => cache(renderer.failed),
    page: dataPages.handler,
    sitemap: createSitemapHandler({
      table,
      company: owner.company,
      loaders,
      origin: ORIGIN,
      send,
      onError: (error, path) => log.warn({ err: describeError(error), path }, 'the sitemap lacks pages'),
    }),
    sendPage: dataPages.sendPage,
    endpoints,
    send,
    security,
    log,
    counts,
    ready: () => true,
    trustProxy: false,
    release: '',
  })
}
