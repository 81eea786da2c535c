import type { ReactNode } from 'react'
import type { DocumentParts } from '../../shared/document.tsx'
import type { Language } from '../../shared/language.ts'
import { errorPage, failedPage, type ShownPage } from '../../shared/page.tsx'
import { headOf } from '../../shared/page-head.ts'
import type { ResolvedRoute, RouteTable } from '../../shared/route-table.ts'
import type { ErrorMessages, PageComponent, PageModule } from '../../shared/site.ts'
import type { RoutePage, ServerHead } from '../metadata/server-head.ts'
import { createHtmlRenderer, type OnRendered } from './render.tsx'

/** A page that depends only on the build and the origin. */
export interface StaticPage {
  status: number
  render(signal: AbortSignal): Promise<Buffer>
}

/** Renders a site's pages. */
export interface PageRenderer {
  /** The pages that are the same for every request, by path. */
  staticPages: ReadonlyMap<string, StaticPage>
  render(page: RoutePage, signal: AbortSignal): Promise<Buffer>
  /** The 404 page for a path, in its language: the same object for each path in that language. */
  notFoundAt(path: string): StaticPage
  /** The 500 page, in the company's language. */
  failed: StaticPage
}

interface PageRendererParts {
  table: RouteTable
  documentParts: DocumentParts
  /** Every page's component, by its id. */
  components: Readonly<Record<string, PageModule>>
  NotFound: () => ReactNode
  serverHead: ServerHead
  onRendered?: OnRendered | undefined
}

/** Joins every route of the route table to its component. */
export async function createPageRenderer(parts: PageRendererParts): Promise<PageRenderer> {
  const { table, documentParts, serverHead, onRendered } = parts
  const { site } = documentParts
  const renderHtml = createHtmlRenderer(documentParts, onRendered)
  const components = await loadComponents(table, parts.components)

  const renderPage = (page: RoutePage, signal: AbortSignal) => {
    const { route, head, query, json } = page
    const component = components.get(route.id)
    if (!component) throw missingComponent(route.id) // Never: loadComponents has loaded each route's.
    const shown = { pattern: route.path, head, component }
    return renderHtml({ query, page: shown, headHtml: serverHead.ofPage(page), json }, signal)
  }

  const staticPage = (route: ResolvedRoute): StaticPage => ({
    status: 200,
    render: signal => {
      const { path } = route
      return renderPage({ route, path, head: headOf(route, path, table), fields: route }, signal)
    },
  })

  const staticErrorPage = (status: number, page: ShownPage, { description }: ErrorMessages): StaticPage => ({
    status,
    render: signal => {
      const hasScript = status === 404 // The script may have caused a 500.
      const headHtml = serverHead.ofErrorPage({ head: page.head, description, hasScript })
      return renderHtml({ page, headHtml }, signal)
    },
  })

  const notFoundPage = (language: Language): StaticPage => {
    const page = errorPage(site, language, 'notFound', parts.NotFound)
    return staticErrorPage(404, page, language.messages.notFound)
  }

  const [{ messages }] = table.languages
  const staticPages = new Map<string, StaticPage>()
  for (const route of table.routes) if (!route.isDynamic) staticPages.set(route.path, staticPage(route))
  const notFoundPages = new Map<Language, StaticPage>()
  return {
    staticPages,
    render: renderPage,
    notFoundAt: path => notFoundPages.getOrInsertComputed(table.languageAt(path), notFoundPage),
    failed: staticErrorPage(500, failedPage(site, table.languages), messages.failed),
  }
}

/** Loads every page's component at the start, so that a missing one never fails a request. */
async function loadComponents(
  { routes }: RouteTable,
  modules: Readonly<Record<string, PageModule>>,
): Promise<Map<string, PageComponent>> {
  const components = new Map<string, PageComponent>()
  for (const route of routes) {
    const load = modules[route.id]
    if (!load) throw missingComponent(route.id)
    components.set(route.id, (await load()).default)
  }
  return components
}

/** The build refuses such a route: componentProblems in scripts/bundle/route-errors.ts. */
const missingComponent = (id: string) => new Error(`routes.${id} has no component`)
