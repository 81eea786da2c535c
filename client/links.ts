import { clientPaths } from 'virtual:site'
import type { createBrowserRouter } from 'react-router'

type Router = ReturnType<typeof createBrowserRouter>

/**
 * Lets the router follow the links to pages of the browser. Every other link is the browser's, and all of them are where
 * an extension has put something else in the place of what React renders. Returns what ends it.
 */
export function followLinks(router: Router, load: (path: string) => Promise<unknown>): () => void {
  const main = document.querySelector('main')
  /** The last click that was taken over: a visitor may choose another page while the first one is fetched. */
  let last: Event | undefined

  const fetchAhead = (event: Event) => {
    const link = linkOf(event)
    if (link) load(link.pathname).catch(() => {})
  }
  const follow = async (event: MouseEvent) => {
    const link = linkOf(event)
    if (!link || !main?.isConnected || isForBrowser(event, link)) return
    event.preventDefault()
    last = event
    const { href, pathname, search, hash } = link
    try {
      await load(pathname)
    } catch {
      location.assign(href) // The file of the page is gone, but not the page.
      return
    }
    if (last !== event) return
    history.replaceState({ ...history.state, top: scrollY }, '') // For Back after a reload: client/scroll.ts.
    // As the browser does, another visit of the same address is no new entry in the history.
    const replace = href === location.href
    await router.navigate(pathname + search + hash, { replace, flushSync: true })
  }
  const reload = () => main?.isConnected || location.reload()

  const listeners = new AbortController()
  addEventListener('pointerover', fetchAhead, listeners)
  addEventListener('focusin', fetchAhead, listeners)
  // On the window, so that a handler of a page has had its chance to prevent the click.
  addEventListener('click', follow, listeners)
  addEventListener('popstate', reload, listeners)
  return () => listeners.abort()
}

/** The link of an event that leads to a page of the browser in the same window. */
function linkOf(event: Event): HTMLAnchorElement | undefined {
  const link = event.composedPath().find(node => node instanceof HTMLAnchorElement)
  // Any target is a wish for a document: target="_self" is how a link asks for one in the same window.
  if (!link || link.target || link.hasAttribute('download')) return
  return link.origin === location.origin && clientPaths.includes(link.pathname) ? link : undefined
}

/** Whether a click asks for another window, was handled by the page, or leads to another place of the same page. */
function isForBrowser(event: MouseEvent, { href }: HTMLAnchorElement): boolean {
  if (event.defaultPrevented) return true // A middle click is no 'click'.
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return true
  const [here] = location.href.split('#')
  const [there, fragment] = href.split('#')
  return there === here && fragment !== undefined
}
