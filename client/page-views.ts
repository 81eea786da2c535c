import { useEffect } from 'react'
import { useLocation } from 'react-router'
import type { Browser } from '../shared/site.ts'
import { callHook } from './call-hook.ts'

/** Tells the site's script of each page that the visitor sees, when it is there with its title. */
export function usePageViews(onPageView: Browser['onPageView']): void {
  const { pathname, search } = useLocation()
  useEffect(() => {
    const listeners = new AbortController()
    const { signal } = listeners
    const tell = () => callHook(() => onPageView?.(new URL(location.origin + pathname + search)))
    // A document of the back/forward cache is not loaded again: https://web.dev/articles/bfcache
    const tellOfReturn = ({ persisted }: PageTransitionEvent) => persisted && tell()
    // Chrome renders a page ahead that the visitor may never open: https://developer.chrome.com/docs/web-platform/prerender-pages
    if (document.prerendering) document.addEventListener('prerenderingchange', tell, { once: true, signal })
    else tell()
    addEventListener('pageshow', tellOfReturn, { signal })
    return () => listeners.abort()
  }, [onPageView, pathname, search])
}
