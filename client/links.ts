import { browserPaths } from 'virtual:site'
import { useEffect } from 'react'
import type { NavigateOptions } from 'react-router'
import type { LoadPage } from './hydrate.tsx'

/** Shows the page at a path. */
export type Navigate = (path: string, options: NavigateOptions) => Promise<void>

/**
 * Lets the router follow the links to pages of the browser. Every other link is the browser's, and all of them are where
 * an extension has put something else in the place of what React renders.
 */
export function useLinks(load: LoadPage, navigate: Navigate) {
  useEffect(() => {
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
      // As the browser does, another visit of the same address is no new entry in the history.
      const replace = href === location.href
      if (last !== event) return
      // For Back after a reload: client/scroll.ts.
      history.replaceState({ ...history.state, top: scrollY }, '')
      await navigate(pathname + search + hash, { replace, flushSync: true })
    }

    const effect = new AbortController()
    addEventListener('pointerover', fetchAhead, effect)
    addEventListener('focusin', fetchAhead, effect)
    // On the window, so that a handler of a page has had its chance to prevent the click.
    addEventListener('click', follow, effect)
    return () => effect.abort()
  }, [load, navigate])

  // Apart from the above, which each change of the page begins anew, before a listener of its own would be called.
  useEffect(() => {
    const main = document.querySelector('main')
    const reload = () => main?.isConnected || location.reload()
    addEventListener('popstate', reload)
    return () => removeEventListener('popstate', reload)
  }, [])
}

/** The link of an event that leads to a page of the browser in the same window. */
function linkOf(event: Event): HTMLAnchorElement | undefined {
  const link = event.composedPath().find(node => node instanceof HTMLAnchorElement)
  // Any target is a wish for a document: target="_self" is how a link asks for one in the same window.
  if (!link || link.target || link.hasAttribute('download')) return
  return link.origin === location.origin && browserPaths.includes(link.pathname) ? link : undefined
}

/** Whether a click asks for another window, was handled by the page, or leads to another place of the same page. */
function isForBrowser(event: MouseEvent, { href }: HTMLAnchorElement): boolean {
  if (event.defaultPrevented || event.button) return true
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return true
  const [here] = location.href.split('#')
  const [there, fragment] = href.split('#')
  return there === here && fragment !== undefined
}
