import { useEffect } from 'react'
import { type NavigateFunction, useNavigate } from 'react-router'
import { pageAt } from '../shared/pages.ts'

/**
 * Lets the router follow the links to pages. Every other link is the browser's, and all of them are where an extension
 * has put something else in the place of what React renders.
 */
export function useLinks() {
  const navigate = useNavigate()
  useEffect(() => {
    const main = document.querySelector('main')
    const follow = (event: MouseEvent) => main?.isConnected && takeOver(event, navigate)
    const reload = () => main?.isConnected || location.reload()
    const effect = new AbortController()
    // On the window, so that a handler of a page has had its chance to prevent the click.
    addEventListener('click', follow, effect)
    addEventListener('popstate', reload, effect)
    return () => effect.abort()
  }, [navigate])
}

function takeOver(event: MouseEvent, navigate: NavigateFunction) {
  if (
    event.defaultPrevented ||
    event.button ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  )
    return
  const link = event.composedPath().find(node => node instanceof HTMLAnchorElement)
  // Any target is a wish for a document: target="_self" is how a link asks for one in the same window.
  if (!link || link.target || link.hasAttribute('download')) return
  const { href, origin, pathname, search, hash } = link
  if (origin !== location.origin || !pageAt(pathname)) return
  const [here] = location.href.split('#')
  const [there, fragment] = href.split('#')
  if (there === here && fragment !== undefined) return // The browser scrolls within a page.
  event.preventDefault()
  // As the browser does, another visit of the same address is no new entry in the history.
  void navigate(pathname + search + hash, { replace: href === location.href, flushSync: true })
}
