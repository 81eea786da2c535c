import { useEffect } from 'react'
import { useLocation } from 'react-router'
import type { BrowserHooks } from '../shared/site.ts'
import { callHook } from './call-hook.ts'

/** Reports each page that the visitor sees to the site's browser.ts, once the page is there with its title. */
export function usePageViews(onPageView: BrowserHooks['onPageView']): void {
  const { pathname, search } = useLocation()
  useEffect(() => {
    const report = () => callHook(() => onPageView?.(new URL(location.origin + pathname + search)))
    // A document from the back/forward cache isn't loaded again: https://web.dev/articles/bfcache
    const reportReturn = ({ persisted }: PageTransitionEvent) => persisted && report()
    report()
    addEventListener('pageshow', reportReturn)
    return () => removeEventListener('pageshow', reportReturn)
  }, [onPageView, pathname, search])
}
