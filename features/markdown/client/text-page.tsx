import { layouts } from '../../../shared/site/markdown-layouts.ts'
import { AROUND_TEXT_ID, type AroundText, type AroundTextJson, textPage } from '../text-page.tsx'

// The script of a page in Markdown with `hydrate`. It hydrates the site's layout, and the components around the text. The text
// itself is in the document alone: React takes the element with it as it is, and this file keeps its nodes.

const nodes = [...(document.querySelector('[data-markdown]')?.childNodes ?? [])]

/** React finds no difference to write, because this is always the same object. Trusted Types refuse a string. */
const nothing = { __html: (globalThis.trustedTypes?.emptyHTML ?? '') as string }

/** Puts the text into a new element: after Back from a different page, or if React has re-rendered the page. */
const fill = (element: HTMLElement | null) => {
  if (element?.hasChildNodes() === false) element.append(...nodes)
}

function readAroundText(): AroundText {
  const json = document.getElementById(AROUND_TEXT_ID)?.textContent ?? ''
  const { routes, at, ...layout }: AroundTextJson = JSON.parse(json)
  const [index, ...pages] = routes
  return { ...layout, page: routes[at] ?? index, collection: pages.length > 0 ? { index, pages } : undefined }
}

export default textPage(readAroundText(), layouts, {
  'data-markdown': '',
  dangerouslySetInnerHTML: nothing,
  suppressHydrationWarning: true,
  ref: fill,
})

// In development an edit to the text comes in a new document.
if (import.meta.hot) addEventListener('dev:program', () => location.reload())
