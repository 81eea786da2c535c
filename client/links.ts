import { useEffect } from 'react'
import { type NavigateFunction, useNavigate } from 'react-router'
import { pageAt } from '../shared/pages.ts'

/** Lets the router follow the links to pages. Every other link is the browser's. */
export function useLinks() {
  const navigate = useNavigate()
  useEffect(() => {
    const follow = (event: MouseEvent) => takeOver(event, navigate)
    // On the window, so that a handler of a page has had its chance to prevent the click.
    addEventListener('click', follow)
    return () => removeEventListener('click', follow)
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
  const go = async () => {
    // As the browser does, another visit of the same address is no new entry in the history.
    await navigate(pathname + search + hash, { replace: href === location.href, flushSync: true })
  }
  if (!document.startViewTransition) go()
  // `ready` rejects where the transition is skipped: in a hidden tab, or because of the next click.
  else document.startViewTransition(go).ready.catch(() => {})
}
