import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReactNode } from 'react'
import type { LoadedPage } from '../../features/data/load-data.ts'
import { errorPage, failedPage, type ShownPage } from '../../shared/page.tsx'
import { headOf } from '../../shared/page-head.ts'
import type { Language, ResolvedRoute, RouteTable } from '../../shared/route-table.ts'
import type { ErrorWords, PageComponent, PageModule, Site } from '../../shared/site.ts'
import { contentFile } from '../lib/built-files.ts'
import type { Logger } from '../lib/logger.ts'
import { type Manifest, pageScriptOf } from '../lib/manifest.ts'
import { foldersOf, isContent } from '../metadata/content-folders.ts'
import { createServerHead } from '../metadata/server-head.ts'
import type { Allowed } from '../site.ts'
import { ContentPage } from './content-page.tsx'
import { createSizeWarnings } from './page-size.ts'
import type { Render } from './render.tsx'

/** A page that depends on the build and the origin alone. */
export interface StaticPage {
  status: number
  render(signal: AbortSignal): Promise<Buffer>
}

/** Renders every page of a site. */
export interface PageRenderer {
  /** The page at this path, if it has no loader. */
  staticAt(path: string): StaticPage | undefined
  renderLoaded(page: LoadedPage, signal: AbortSignal): Promise<Buffer>
  /** The page for an address without a page. */
  notFoundIn(language: Language): StaticPage
  failed: StaticPage
  overloaded: StaticPage
}

/** The HTML of each page of shared/site/content/, by its id. */
export type ContentHtml = ReadonlyMap<string, string>

export const readContentHtml = (build: string, { routes }: RouteTable): ContentHtml =>
  new Map(routes.filter(isContent).map(({ id }) => [id, readFileSync(join(build, contentFile(id)), 'utf8')]))

interface PageRendererParts {
  table: RouteTable
  manifest: Manifest
  origin: string
  site: Site
  allowed: Allowed
  /** The component of every page of shared/site/routes.ts, by its id. */
  components: Readonly<Record<string, PageModule>>
  NotFound: () => ReactNode
  contentHtml: ContentHtml
  render: Render
  log: Logger
}

/** Joins every route of the route table to its component. */
export async function createPageRenderer(parts: PageRendererParts): Promise<PageRenderer> {
  const { table, manifest, origin, site, allowed, render } = parts
  const serverHead = createServerHead({ table, manifest, company: site.company, allowed, origin })
  const folders = foldersOf(table)
  const warnOfSize = createSizeWarnings(parts.log)
  const components = await loadComponents(table, parts.components)
  for (const route of table.routes.filter(isContent)) {
    const html = parts.contentHtml.get(route.id)
    if (html === undefined) throw new Error(`${route.id} has no text`)
    const folder = folders.get(route.id)
    components.set(route.id, () => <ContentPage route={route} folder={folder} html={html} />)
  }

  const staticPage = (route: ResolvedRoute): StaticPage => {
    const { id, path } = route
    return {
      status: 200,
      render: signal => {
        const head = headOf(route, path, table)
        const page = { pattern: path, head, component: componentOf(id) }
        return render({ page, head: headTagsOf({ route, path, head, fields: route }) }, signal)
      },
    }
  }

  const headTagsOf = (page: Pick<LoadedPage, 'route' | 'path' | 'head' | 'fields'>): Buffer =>
    serverHead.ofPage({
      ...page,
      script: pageScriptOf(manifest, page.route),
      folder: folders.get(page.route.id),
    })

  function componentOf(id: string): PageComponent {
    const component = components.get(id)
    if (!component) throw missingComponent(id)
    return component
  }

  const withoutPath = (
    status: number,
    page: ShownPage,
    { description }: ErrorWords,
    script?: readonly string[],
  ): StaticPage => ({
    status,
    render: signal => {
      const headTags = serverHead.ofErrorPage({ head: page.head, description, script })
      return render({ page, head: headTags }, signal)
    },
  })

  const [{ labels }] = table.languages
  const failed = failedPage(site, table.languages)
  const staticPages = new Map<string, StaticPage>()
  for (const route of table.routes) if (!route.loader) staticPages.set(route.path, staticPage(route))
  return {
    staticAt: path => staticPages.get(path),
    renderLoaded: async (loaded, signal) => {
      const { route, query, head, json } = loaded
      const page = { pattern: route.path, head, component: componentOf(route.id) }
      const html = await render({ query, page, head: headTagsOf(loaded), json }, signal)
      warnOfSize(loaded, html)
      return html
    },
    notFoundIn: language => {
      const { notFound } = language.labels
      const page = errorPage(site, notFound, parts.NotFound, language)
      return withoutPath(404, page, notFound, pageScriptOf(manifest, undefined))
    },
    // Without the script, which may be what failed.
    failed: withoutPath(500, failed, labels.failed),
    overloaded: withoutPath(503, failed, labels.failed),
  }
}

/** Loads the component of every page, so that a missing one ends the start and not a request. */
async function loadComponents(
  { routes }: RouteTable,
  modules: Readonly<Record<string, PageModule>>,
): Promise<Map<string, PageComponent>> {
  const components = new Map<string, PageComponent>()
  for (const route of routes) {
    if (isContent(route)) continue
    const load = modules[route.id]
    if (!load) throw missingComponent(route.id)
    components.set(route.id, (await load()).default)
  }
  return components
}

/** The build refuses such a route: componentProblems in scripts/problems/route-checks.ts. */
const missingComponent = (id: string) => new Error(`routes.${id} has no component`)
