import { DATA_ELEMENT_ID, type PageData } from '../shared/page.tsx'
import type { PageHead } from '../shared/page-head.ts'
import { hydrationFeatures } from '../shared/site/at-hydration.ts'
import * as browserModule from '../shared/site/browser.ts'
import { company } from '../shared/site/company.ts'
import { slots } from '../shared/site/layout.tsx'
import { Logo } from '../shared/site/logo.tsx'
import type { BrowserHooks, PageComponent } from '../shared/site.ts'
import { hydrate } from './hydrate.tsx'

// The browser's composition root: here, in all-pages.ts and in script-loader.ts, the site's folder and the engine meet.

const { afterHydration, onPageView }: BrowserHooks = browserModule

/**
 * Hydrates the document with its page's component. Returns false if it leaves the page as it is. The script loader passes
 * its own attributes, because the page's other scripts may have attributes with the same names.
 */
export function hydratePage(component: PageComponent, attributes: DOMStringMap): boolean {
  const head: PageHead = JSON.parse(attributes.head ?? '{}')
  // Hydration would restore the original text, and a translated page works without the script.
  const isTranslated = document.documentElement.lang !== head.lang || document.querySelector('font')
  if (isTranslated) return false
  if (head.path !== undefined) correctAddressBar(head.path)
  const features = hydrationFeatures.map(feature => feature.beforeHydration())
  const { pattern = head.path ?? '*' } = attributes
  const element = document.querySelector(`script#${DATA_ELEMENT_ID}`)
  const { query, data }: Partial<PageData> = element ? JSON.parse(element.textContent) : {}
  hydrate({
    site: { company, Logo, slots },
    page: { pattern, head, component, data },
    query,
    onHydrated: () => {
      for (const feature of features) feature.afterHydration?.()
      callOutsideReact(() => afterHydration?.())
    },
    onMismatch: () => {
      for (const feature of features) feature.onMismatch?.()
    },
    onPageView: url => callOutsideReact(() => onPageView?.(url)),
  })
  return true
}

/**
 * Calls a function from the site's browser.ts outside of React, where its error can't replace the page. Errors and rejections
 * reach window.onerror.
 */
function callOutsideReact(act: () => unknown): void {
  Promise.resolve().then(act).catch(reportError)
}

/**
 * Puts the page's own path into the address bar, which links, Back and useParams read: a host may serve /about at /about.html or
 * /About, too.
 */
function correctAddressBar(path: string): void {
  const { pathname, search, hash } = location
  if (path !== pathname) history.replaceState(history.state, '', path + search + hash)
}
