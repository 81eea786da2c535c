import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { useLocation } from 'react-router'
import type { BuildFeature, ServerFeature } from '../../extension-points.ts'
import { makeTable, routesOf } from '../../scripts/bundle/make-table.ts'
import type { Allowed } from '../../server/site.ts'
import { type AppOptions, composeApp, composePages, type SiteModules } from '../../server/start/compose.ts'
import type { PageComponent, Route } from '../../shared/site.ts'
import type { Logger } from './engine.ts'
import { build, manifest } from './fixture-site.ts'
import { companyFile, site } from './site.tsx'

/** A page as a test writes it: its component, and the fields of its route besides the texts. */
export interface ValuePage extends Pick<Route, 'path'>, Partial<Omit<Route, 'path'>> {
  Component?: PageComponent
}

/** Shows its data as JSON in an element that a test finds. */
export const ShowData = ({ data }: { data: unknown }) => <pre>{JSON.stringify(data)}</pre>

/** Shows the path that it's rendered for, as useLocation() gives it. */
const NotFound = () => (
  <>
    <h1>Not found</h1>
    <output>{useLocation().pathname}</output>
  </>
)

/** The origin of such a site. */
export const ORIGIN = 'https://firm.example'

/** The other parts of such a site: by default no feature, log, middleware, endpoint or policy. */
export interface SiteParts {
  features?: readonly ServerFeature[]
  buildFeatures?: readonly BuildFeature[]
  log?: Logger
  middleware?: SiteModules['middleware']
  endpoints?: SiteModules['endpoints']
  allowed?: Partial<Allowed>
  hsts?: AppOptions['config']['hsts']
  /** The folder of prerendered pages, which are then served. */
  dist?: string
  onRendered?: AppOptions['onRendered']
}

const silent = pino({ level: 'silent' })

/** A build/ folder with two of the fixture's public files, because reading all of them takes longer than most tests. */
const smallBuild = mkdtempSync(join(tmpdir(), 'small-build-'))
for (const url of ['/lageplan.svg', ...manifest.scripts.slice(0, 1)])
  for (const extension of ['', '.br', '.gz'])
    cpSync(join(build, 'public', url + extension), join(smallBuild, 'public', url + extension))

/** The site's two folders as values that a test writes, and their route table. */
function siteOf(pages: Record<string, ValuePage>, parts: SiteParts = {}) {
  const { features = [], buildFeatures = [], allowed, middleware = [], endpoints = () => {} } = parts
  const components: Record<string, () => Promise<{ default: PageComponent }>> = {}
  const written: Record<string, Route> = {}
  for (const [id, { Component = ShowData, ...route }] of Object.entries(pages)) {
    components[id] = async () => ({ default: Component })
    const words = { title: `The page ${id}`, description: 'What it shows.', label: id }
    written[id] = { ...words, ...route }
  }
  const modules: SiteModules = {
    site,
    components,
    NotFound,
    features,
    middleware,
    endpoints,
    allowed: { sources: {}, features: {}, scripts: '', ...allowed },
  }
  return {
    modules,
    table: makeTable(routesOf(written, site.company, buildFeatures), companyFile, buildFeatures),
  }
}

/** The pages of such a site, which can be rendered. */
export type PagesOfValues = Awaited<ReturnType<typeof pagesOfValues>>

/** Loads and renders the pages of such a site. */
export async function pagesOfValues(pages: Record<string, ValuePage>, parts: SiteParts = {}) {
  const { modules, table } = siteOf(pages, parts)
  const composed = await composePages(modules, {
    table,
    manifest,
    origin: ORIGIN,
    build: smallBuild,
  })
  return { table, ...composed }
}

/** The application of such a site, assembled as in production. */
export async function siteOfValues(pages: Record<string, ValuePage>, parts: SiteParts = {}) {
  const { log = silent, hsts = 'host', dist = '', onRendered } = parts
  const { modules, table } = siteOf(pages, parts)
  const options: AppOptions = {
    table,
    manifest,
    config: { origin: ORIGIN, serve: dist ? 'static' : 'live', trustProxy: false, hsts, release: '' },
    build: smallBuild,
    dist,
    log,
    isReady: () => true,
    ...(onRendered && { onRendered }),
  }
  return (await composeApp(modules, options)).app
}
