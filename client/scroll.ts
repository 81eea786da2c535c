import { useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { fragmentTarget } from '../shared/layout/announcer.tsx'

// Not react-router's ScrollRestoration: that writes into the session storage, and scrolls a page that the visitor has
// scrolled before hydration.
/** Scrolls to the top of the next page or to the URL's fragment, and on Back and Forward to the previous position. */
export function useScroll() {
  const location = useLocation()
  const navigation = useNavigationType()
  const previous = useRef(location)
  const positions = useRef(new Map<string, number>())

  useLayoutEffect(() => {
    const { pathname } = previous.current
    previous.current = location
    // The browser itself scrolls where only the fragment changes.
    if (navigation === 'POP' && pathname === location.pathname) return
    // After a reload only the history knows the position: the browser would scroll before the page is rendered.
    const before = () => positions.current.get(location.key) ?? history.state?.top
    const top = navigation === 'POP' ? before() : 0
    const target = navigation === 'POP' ? null : fragmentTarget(location.hash)
    if (target) target.scrollIntoView()
    else if (top !== undefined) scrollTo(0, top)
  }, [location, navigation])

  // A layout effect, because it must stop listening before the effect above causes a scroll event.
  useLayoutEffect(() => {
    const remember = () => positions.current.set(location.key, scrollY)
    remember()
    const listeners = new AbortController()
    const { signal } = listeners
    addEventListener('scroll', remember, { signal })
    // On Back and Forward some browsers scroll before the next page has been loaded.
    addEventListener('popstate', () => listeners.abort(), { signal })
    return () => listeners.abort()
  }, [location.key])
}
