import { languages } from 'virtual:site'
import { DATA_ELEMENT_ID, type PageData } from '../shared/page.tsx'
import type { PageHead } from '../shared/page-head.ts'
import { hydrationFeatures } from '../shared/site/at-hydration.ts'
import * as browserModule from '../shared/site/browser.ts'
import { company } from '../shared/site/company.ts'
import { slots } from '../shared/site/layout.tsx'
import { Logo } from '../shared/site/logo.tsx'
import type { Alternate, BrowserHooks, PageComponent } from '../shared/site.ts'
import { callHook } from './call-hook.ts'
import { type FirstPage, hydrate } from './hydrate.tsx'
import { hydratedPatternOf } from './hydrated-path.ts'

// The browser's composition root: here, and in all-pages.ts, the site's folder and the engine meet.

const { afterHydration, onPageView }: BrowserHooks = browserModule

/**
 * Hydrates the document with its page's component. Returns false if it leaves the page as it is. The script loader passes
 * its own attributes, because the page's other scripts may have attributes with the same names.
 */
export function hydratePage(component: PageComponent, attributes: DOMStringMap): boolean {
  const { lang = languages[0].lang } = attributes
  // Hydration would restore the original text, and a translated page works without the script.
  const isTranslated = document.documentElement.lang !== lang || document.querySelector('font')
  if (isTranslated) return false
  const first = readFirstPage(component, lang, attributes)
  const { path } = first.page.head
  if (path !== undefined) correctAddressBar(path)
  const features = hydrationFeatures.map(feature => feature.beforeHydration())
  hydrate({
    site: { company, Logo, slots },
    first,
    onHydrated: () => {
      for (const feature of features) feature.afterHydration?.()
      callHook(() => afterHydration?.())
    },
    onMismatch: () => {
      for (const feature of features) feature.onMismatch?.()
    },
    onPageView,
  })
  return true
}

/** The current page, read from the document, so that the script needs no copy of the route table. */
function readFirstPage(component: PageComponent, lang: string, attributes: DOMStringMap): FirstPage {
  const element = document.querySelector(`script#${DATA_ELEMENT_ID}`)
  const embedded: EmbeddedPage = element
    ? JSON.parse(element.textContent)
    : { head: readHead(lang, attributes) }
  const { query, head, data } = embedded
  const page = { pattern: hydratedPatternOf(head.path ?? '') ?? '*', head, component, data }
  return { page, query, buildId: attributes.buildId ?? '' }
}

/** A page without data embeds nothing: its document has the head. */
type EmbeddedPage = Pick<PageData, 'head'> & Partial<PageData>

/** Reads the head of a page without data from the document; the script loader's attributes have the rest. */
function readHead(lang: string, { path: ownPath, alternates }: DOMStringMap): PageHead {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')
  // The address bar may have capitals, because some hosts ignore case. The canonical link has the page's own path.
  const path = ownPath ?? (canonical ? new URL(canonical.href).pathname : undefined)
  return {
    path,
    title: document.title,
    lang,
    canonical: canonical?.href,
    alternates: alternates?.split(' ').map(readAlternate),
  }
}

/** Parses an alternate such as fr:/fr/about, as scriptLoaderOf in server/metadata/server-head.ts writes it. */
function readAlternate(text: string): Alternate {
  const [lang = '', path = ''] = text.split(':')
  return { lang, path }
}

/**
 * Puts the page's own path into the address bar, which links, Back and useParams read: a host may serve /about at /about.html,
 * too.
 */
function correctAddressBar(path: string): void {
  const { pathname, search, hash } = location
  if (path !== pathname) history.replaceState(history.state, '', path + search + hash)
}
