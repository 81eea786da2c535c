import { useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/**
 * The top of the page after a click, and where the visitor was after Back. Unlike react-router's ScrollRestoration
 * it keeps nothing in the session storage, and leaves a page alone that was scrolled before it was hydrated.
 */
export function Scroll() {
  const location = useLocation()
  const navigation = useNavigationType()
  const previous = useRef(location)
  const positions = useRef(new Map<string, number>())

  useLayoutEffect(() => {
    const { pathname } = previous.current
    if (previous.current === location) return
    previous.current = location
    // A change of the fragment alone is the browser's own affair, and so is Back to a page of before a reload.
    if (navigation === 'POP' && pathname === location.pathname) return
    const top = navigation === 'POP' ? positions.current.get(location.key) : 0
    if (top !== undefined) scrollTo(0, top)
  }, [location, navigation])

  // A layout effect too: it has to stop listening before the scroll above is heard of.
  useLayoutEffect(() => {
    const remember = () => positions.current.set(location.key, scrollY)
    remember()
    addEventListener('scroll', remember, { passive: true })
    return () => removeEventListener('scroll', remember)
  }, [location.key])

  return null
}
