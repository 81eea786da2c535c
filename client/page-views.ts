import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Reports each page that the visitor sees, once the page is there with its title. */
export function usePageViews(onPageView: (url: URL) => void): void {
  const { pathname, search } = useLocation()
  useEffect(() => {
    const report = () => onPageView(new URL(location.origin + pathname + search))
    // A document from the back/forward cache isn't loaded again: https://web.dev/articles/bfcache
    const reportReturn = ({ persisted }: PageTransitionEvent) => persisted && report()
    report()
    addEventListener('pageshow', reportReturn)
    return () => removeEventListener('pageshow', reportReturn)
  }, [onPageView, pathname, search])
}
