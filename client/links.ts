import { clientPaths } from 'virtual:page-table'
import type { DataRouter } from 'react-router'

/** Lets the router handle clicks on links to client pages. Returns a function that removes the listeners. */
export function followLinks(router: DataRouter, load: (path: string) => Promise<unknown>): () => void {
  const main = document.querySelector('main')
  /** An extension may have replaced it. Then the browser handles every link. */
  const reactOwnsThePage = () => main?.isConnected
  /** The visitor may click another link while the first page is loading. */
  let lastClick: Event | undefined

  const preload = (event: Event) => {
    const link = linkOf(event)
    if (link) load(link.pathname).catch(() => {})
  }
  const follow = async (event: MouseEvent) => {
    const link = linkOf(event)
    if (!link || !reactOwnsThePage() || isForBrowser(event, link)) return
    event.preventDefault()
    lastClick = event
    const { href, pathname, search, hash } = link
    try {
      await load(pathname)
    } catch {
      // The script of the page is gone, but not the page.
      if (lastClick === event) location.assign(href)
      return
    }
    if (lastClick !== event) return
    history.replaceState({ ...history.state, top: scrollY }, '') // For Back after a reload: client/scroll.ts.
    // Like the browser: a link to the current address adds no history entry.
    const replace = href === location.href
    await router.navigate(pathname + search + hash, { replace, flushSync: true })
  }
  const reloadIfReplaced = () => reactOwnsThePage() || location.reload()

  const listeners = new AbortController()
  const { signal } = listeners
  addEventListener('pointerover', preload, { signal })
  addEventListener('focusin', preload, { signal })
  // On the window, after the page's own handlers, which may prevent the click.
  addEventListener('click', follow, { signal })
  addEventListener('popstate', reloadIfReplaced, { signal })
  return () => listeners.abort()
}

/** The link of an event, if it leads to a client page in the same window. */
function linkOf(event: Event): HTMLAnchorElement | undefined {
  const link = event.composedPath().find(node => node instanceof HTMLAnchorElement)
  // target="_self" asks for a document in the same window.
  if (!link || link.target || link.hasAttribute('download')) return
  return link.origin === location.origin && clientPaths.includes(link.pathname) ? link : undefined
}

/** Whether a click asks for another window, was handled by the page, or leads to a fragment of the same page. */
function isForBrowser(event: MouseEvent, { href }: HTMLAnchorElement): boolean {
  if (event.defaultPrevented) return true // A middle click is an 'auxclick'.
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return true
  const [here] = location.href.split('#')
  const [there, fragment] = href.split('#')
  return there === here && fragment !== undefined
}
