import type { ComponentType } from 'react'
import { company } from '../shared/company.ts'
import { canonicalPath } from '../shared/page-table.ts'
import { hydrate } from './hydrate.tsx'

/**
 * Hydrates the document. The loader calls it with the component of the current page. What the browser or an extension has
 * translated is not hydrated: React would restore the original text, and the page works without the script.
 */
export function start(Component: ComponentType) {
  const isTranslated = document.documentElement.lang !== company.lang || document.querySelector('font')
  if (isTranslated) return
  const isFound = document.querySelector('link[rel=canonical]') !== null
  if (!isFound) correctPath()
  // Read from the document, so that the script needs no copy of the page table.
  const description = document.querySelector<HTMLMetaElement>('meta[name=description]')?.content ?? ''
  const head = { title: document.title, description, ...(isFound && { path: location.pathname }) }
  hydrate({ head, Component }, async path => (await import('./all-pages.ts')).loadPage(path))
}

/**
 * Our server redirects other spellings of a path, such as /About/. Static hosts that cannot redirect send 404.html, which
 * asks for the canonical spelling. A response that was itself redirected could lead back here.
 */
async function correctPath() {
  const { pathname, search, hash } = location
  const path = encodeURI(canonicalPath(pathname) ?? '')
  if (!path || path === pathname) return
  const { status, redirected } = await fetch(path, { method: 'HEAD' })
  if (status === 200 && !redirected) location.replace(path + search + hash)
}
