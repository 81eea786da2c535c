import { useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** After a client navigation, as after a document: announces the title, and moves the focus to the fragment or the heading. */
export function Announcer() {
  const { pathname, hash } = useLocation()
  const previous = useRef(pathname)
  const [title, setTitle] = useState('')
  useLayoutEffect(() => {
    if (previous.current === pathname) return
    previous.current = pathname
    setTitle(document.title)
    const { activeElement, body } = document
    const lost = activeElement === body
    const next = fragmentTarget(hash) ?? (lost ? document.querySelector('h1') : null)
    next?.setAttribute('tabindex', '-1')
    next?.focus({ preventScroll: true })
  }, [pathname, hash])
  return (
    <p className="visually-hidden" role="status">
      {title}
    </p>
  )
}

/** The element of a URL's fragment: https://html.spec.whatwg.org/multipage/browsing-the-web.html#find-a-potential-indicated-element */
export function fragmentTarget(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)))
  } catch {
    return null // A malformed percent-escape.
  }
}
