import { vi } from 'vitest'
import { createHtmlRenderer } from '../../server/render/render.tsx'
import type { Alternate, PageComponent, Slots } from '../../shared/site.ts'
import { documentOf } from './document-of.ts'
import type { PageData, PageHead, ShownPage } from './engine.ts'
import { attributesOfLoader, hydrateIn, type Visit } from './hydrate.ts'
import { languageWith, site } from './site.tsx'

const menus = { header: [{ path: '/', label: 'Start' }], footer: [{ path: '/jobs', label: 'Jobs' }] }
/** Replaces virtual:site. */
export const pageTable = {
  languages: [languageWith({ menus }), languageWith({ menus, lang: 'ar', isRightToLeft: true })] as const,
  year: '2026',
  hydratedPaths: ['/', '/jobs', '/jobs/:slug', '/work/:year/:slug', '/team'],
}
export const origin = 'https://www.example.com'
const buildId = 'a-build'
/** Replaces the exports of the site's browser.ts. */
export const browser = { afterHydration: vi.fn<() => void>(), onPageView: vi.fn<(url: URL) => void>() }
const { languages, year } = pageTable
/** Replaces the slots of the site's layout.tsx. A test that fills one must empty it again. */
export const slots: Slots = {}
const documentParts = { site: { ...site, slots }, origin, languages, year }

export interface VisitedPage {
  component: PageComponent
  pattern?: string
  /** The path and the query that the server renders it for. */
  path?: string
  query?: string
  data?: unknown
  lang?: string
  alternates?: readonly Alternate[]
}

/** The head of a page at this path. */
export const headAt = (path: string | undefined, title: string): PageHead => ({
  path,
  title,
  lang: 'en',
  canonical: undefined,
  alternates: undefined,
})

/** The page as the server sends it. */
export async function render({
  component,
  pattern = '/jobs/:slug',
  path = '/jobs/mason',
  query,
  data,
  lang = 'en',
  alternates,
}: VisitedPage) {
  const head = { ...headAt(pattern === '*' ? undefined : path, 'A title'), lang, alternates }
  const page: ShownPage = { pattern, head, component, data }
  const embedded: PageData = { buildId, query, head, data }
  const json = data === undefined ? undefined : JSON.stringify(embedded)
  const ofServer =
    '<meta http-equiv="Content-Security-Policy" content=""><link rel="icon" href="/favicon.svg"><link rel="apple-touch-icon" href="/icon.png"><meta name="theme-color" content="#fff"><link rel="manifest" href="/app.json">'
  const tags = `${ofServer}<script data-page="/assets/job.js" data-build-id="${buildId}"${pattern.includes(':') ? ` data-pattern="${pattern}"` : ''} data-head='${JSON.stringify(head)}'></script>`
  const input = {
    query,
    page,
    headHtml: Buffer.from(tags),
    ...(json !== undefined && { json }),
  }
  const renderPage = createHtmlRenderer(documentParts)
  const { signal } = new AbortController()
  const html = await renderPage(input, signal)
  // A suspended page leaves React's contexts set, and the browser's renderer in this process would read them.
  await renderPage({ ...input, page: { ...page, component: () => null } }, signal)
  return String(html)
}

/** The visitor's actions and address. */
interface Acts {
  /** The address, by default the one that the page was rendered for. */
  at?: string
  /** The origin of that address, by default the public one. */
  host?: string
  /** Called before the script has loaded. */
  before?: () => unknown
  /** Called while the page is being hydrated. */
  during?: () => unknown
  /** Called once the page is hydrated. */
  act?: (visit: Visit) => unknown
}

/** Renders a page and hydrates it. */
export async function visit(
  page: VisitedPage,
  { at, host = origin, before = () => {}, during = () => {}, act }: Acts = {},
) {
  const html = await render(page)
  const { path = '/jobs/mason', query = '' } = page
  const address = host + (at ?? path + query)
  const hydrate = async () => {
    const { hydratePage } = await import('../../client/entry.ts') // Imported here, because React checks on load whether it's in a browser.
    before()
    hydratePage(page.component, attributesOfLoader())
    during()
  }
  const hydrated = await hydrateIn(html, address, hydrate, act)
  return { ...hydrated, sent: documentOf(html).querySelector('main')?.innerHTML ?? '' }
}

/** Clicks on a link to this address. */
export function follow(href: string) {
  const link = Object.assign(document.createElement('a'), { href })
  document.querySelector('header')?.append(link)
  link.click()
  link.remove()
}
