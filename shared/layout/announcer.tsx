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
    if (next) focusOn(next)
  }, [pathname, hash])
  return (
    <p className="r-visually-hidden" role="status">
      {title}
    </p>
  )
}

/** Moves the focus to an element, which need not be focusable, and does not become so for good. */
function focusOn(element: HTMLElement): void {
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) {
    element.tabIndex = -1
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true })
  }
  element.focus({ preventScroll: true })
}

/** The element of a URL's fragment: https://html.spec.whatwg.org/multipage/browsing-the-web.html#find-a-potential-indicated-element */
export function fragmentTarget(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)))
  } catch {
    return null // A malformed percent-escape.
  }
}
