import type { ComponentType } from 'react'
import { canonicalPath } from '../shared/page-table.ts'
import { afterHydration } from '../shared/site/browser.ts'
import { company, labels } from '../shared/site/company.ts'
import { slots } from '../shared/site/layout.tsx'
import { Logo } from '../shared/site/logo.tsx'
import { hydrate } from './hydrate.tsx'

// The composition root of the browser: here, and in all-pages.ts, the owner's folder and the engine meet.

/** Hydrates the document with the component of its page. The loader calls it. */
export function start(Component: ComponentType) {
  // React would restore the original text. The page works without the script.
  const isTranslated = document.documentElement.lang !== company.lang || document.querySelector('font')
  if (isTranslated) return
  const isFound = document.querySelector('link[rel=canonical]') !== null
  if (!isFound) correctPath()
  // Read from the document, so that the script needs no copy of the page table.
  const description = document.querySelector<HTMLMetaElement>('meta[name=description]')?.content ?? ''
  const head = { title: document.title, description, ...(isFound && { path: location.pathname }) }
  hydrate({
    owner: { company, labels, Logo, slots },
    first: { head, Component },
    load: async path => (await import('./all-pages.ts')).loadPage(path),
    afterHydration,
  })
}

/** For static hosts that send 404.html where our server redirects another spelling of a path, such as /About/. */
async function correctPath(): Promise<void> {
  const { pathname, search, hash } = location
  const path = encodeURI(canonicalPath(pathname) ?? '')
  if (!path || path === pathname) return
  if (await isPage(path)) location.replace(path + search + hash)
}

async function isPage(path: string): Promise<boolean> {
  try {
    const { status, redirected } = await fetch(path, { method: 'HEAD' })
    return status === 200 && !redirected // A redirect could lead back here.
  } catch {
    return false // The visitor is offline: the not-found page stays.
  }
}
