import { useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { fragmentTarget } from '../shared/layout/announcer.tsx'

/**
 * Scrolls to the top of the next page, or to what the URL's fragment names; on Back and Forward to where the visitor was.
 * Unlike react-router's ScrollRestoration it writes nothing into the session storage, and does not scroll a page that
 * the visitor has scrolled before it was hydrated.
 */
export function useScroll() {
  const location = useLocation()
  const navigation = useNavigationType()
  const previous = useRef(location)
  const positions = useRef(new Map<string, number>())

  useLayoutEffect(() => {
    const { pathname } = previous.current
    if (previous.current === location) return
    previous.current = location
    // The browser itself scrolls where only the fragment changes.
    if (navigation === 'POP' && pathname === location.pathname) return
    // After a reload the history knows where a link was followed: the browser scrolls before the page is there.
    const before = () => positions.current.get(location.key) ?? history.state?.top
    const top = navigation === 'POP' ? before() : 0
    const target = navigation === 'POP' ? null : fragmentTarget(location.hash)
    if (target) target.scrollIntoView()
    else if (top !== undefined) scrollTo(0, top)
  }, [location, navigation])

  // A layout effect as well: it has to stop listening before the scroll event of the effect above.
  useLayoutEffect(() => {
    const remember = () => positions.current.set(location.key, scrollY)
    remember()
    addEventListener('scroll', remember, { passive: true })
    return () => removeEventListener('scroll', remember)
  }, [location.key])
}
