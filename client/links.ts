import type { NavigateFunction } from 'react-router'
import { isInRouter } from './is-in-router.ts'

/** A visitor who stays on a link this long is likely to click it. */
const HOVER_TIME_MS = 65

export interface PrefetchOptions {
  /** Whether to load the data, too: if a click is likely. */
  withData: boolean
}

/** Loads a page's script in advance, and its data if requested. */
export type Prefetch = (url: URL, options: PrefetchOptions) => Promise<void>

/**
 * Lets the router handle clicks on links, and forms with the method GET, that lead to hydrated pages. The browser handles all
 * others. Returns a function that removes the listeners.
 */
export function followLinks(navigate: NavigateFunction, prefetch: Prefetch): () => void {
  const main = document.querySelector('main')
  /** False if an extension has replaced the page's elements. Then the browser handles every link. */
  const reactOwnsThePage = () => main?.isConnected
  let hover: ReturnType<typeof setTimeout> | undefined

  const prefetchSoon = (event: Event) => {
    clearTimeout(hover)
    const url = linkUrl(event)
    if (url) hover = setTimeout(() => prefetch(url, { withData: true }).catch(ignore), HOVER_TIME_MS)
  }
  /** Loads no data: pressing Tab along a list of links would load each page's data. */
  const prefetchNow = (event: Event) => {
    const url = linkUrl(event)
    if (url) prefetch(url, { withData: false }).catch(ignore)
  }
  const follow = (url: URL) => {
    clearTimeout(hover) // The navigation loads the page itself.
    // As in the browser, a link to the current address adds no history entry.
    const replace = url.href === location.href
    navigate(url.pathname + url.search + url.hash, { replace, flushSync: true })
  }
  const followLink = (event: MouseEvent) => {
    const url = linkUrl(event)
    if (!url || !reactOwnsThePage() || isForBrowser(event)) return
    event.preventDefault()
    follow(url)
  }
  const followForm = (event: SubmitEvent) => {
    const url = formUrl(event)
    if (!url || !reactOwnsThePage() || event.defaultPrevented) return
    event.preventDefault()
    follow(url)
  }
  const reloadIfReplaced = () => {
    if (!reactOwnsThePage()) location.reload()
  }

  const listeners = new AbortController()
  const { signal } = listeners
  if (!navigator.connection?.saveData) {
    addEventListener('pointerover', prefetchSoon, { signal })
    addEventListener('focusin', prefetchNow, { signal })
  }
  // The window gets a click last, after the page's own handlers, which may prevent it.
  addEventListener('click', followLink, { signal })
  addEventListener('submit', followForm, { signal })
  addEventListener('popstate', reloadIfReplaced, { signal })
  return () => listeners.abort()
}

/** A failed prefetch doesn't matter: a click loads the page again. */
const ignore = () => {}

const leadsIntoRouter = ({ origin, pathname }: { origin: string; pathname: string }) =>
  origin === location.origin && isInRouter(pathname)

/**
 * The address that an event's link leads to, if a hydrated page is there, in the same window. Undefined for a fragment of the
 * current page.
 */
function linkUrl(event: Event): URL | undefined {
  const link = event.composedPath().find(node => node instanceof HTMLAnchorElement)
  // With target="_self" a page requests a new document in the same window.
  if (!link || link.target || link.hasAttribute('download')) return undefined
  return leadsIntoRouter(link) && !isFragmentHere(link) ? new URL(link.href) : undefined
}

/** Whether the page has handled a click, or the click opens a new window. A middle click is an 'auxclick'. */
const isForBrowser = (event: MouseEvent) =>
  event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey

/** Whether a link leads to a fragment of the current page, as the skip link does. */
function isFragmentHere({ href }: HTMLAnchorElement): boolean {
  const [here] = location.href.split('#')
  const [there, fragment] = href.split('#')
  return there === here && fragment !== undefined
}

/** The address that a form with the method GET leads to, if a hydrated page is there, in the same window. */
function formUrl({ target: form, submitter }: SubmitEvent): URL | undefined {
  if (!(form instanceof HTMLFormElement) || form.method !== 'get' || form.target) return undefined
  // The button may override the form: https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#attr-fs-formaction
  if (submitter?.matches('[formaction], [formmethod], [formtarget], [type=image]')) return undefined
  // `form.action` would be a field with the name "action", if there is one.
  const url = new URL(form.getAttribute('action') ?? '', location.href)
  if (!leadsIntoRouter(url)) return undefined
  url.search = queryOf(form, submitter)
  return url
}

/**
 * The query that the browser itself would send:
 * https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#mutate-action-url
 */
function queryOf(form: HTMLFormElement, submitter: HTMLElement | null): string {
  const query = new URLSearchParams()
  for (const [name, value] of dataOf(form, submitter)) query.append(withCrlf(name), withCrlf(sentOf(value)))
  return query.toString()
}

const sentOf = (value: FormDataEntryValue) => (typeof value === 'string' ? value : value.name)

const withCrlf = (text: string) => text.replace(/\r\n?|\n/g, '\r\n')

/** A form's data, with the button that sends it. */
function dataOf(form: HTMLFormElement, submitter: HTMLElement | null): FormData {
  const data = new FormData(form, submitter)
  const isButton = submitter instanceof HTMLButtonElement || submitter instanceof HTMLInputElement
  // FormData leaves the button out before Chrome 112 and Safari 16.4.
  if (isButton && submitter.name && !data.getAll(submitter.name).includes(submitter.value))
    data.append(submitter.name, submitter.value)
  return data
}
