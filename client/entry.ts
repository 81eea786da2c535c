import type { ComponentType } from 'react'
import { company } from '../shared/company.ts'
import { hydrate } from './hydrate.tsx'

const otherPages = () => import('./all-pages.ts')

/** Whether the browser, or an extension of it, has translated the page. */
const isTranslated = () =>
  document.documentElement.lang !== company.lang || document.querySelector('font') !== null

/**
 * Takes the document over. The loader calls it with the component of the page that is shown. A translated page stays as
 * it is: React would write the words back, and the page works without.
 */
export async function start(Component: ComponentType) {
  if (isTranslated()) return
  const { pathname, search, hash } = location
  const exists = document.querySelector('link[rel=canonical]') !== null
  // Our server redirects other spellings of a path. A static host that cannot has sent 404.html.
  const target = exists ? undefined : (await otherPages()).redirectOf(pathname)
  if (target) {
    location.replace(target + search + hash)
    return
  }
  // The words of the head stand in the document: the script has no second copy of them.
  const description = document.querySelector<HTMLMetaElement>('meta[name=description]')?.content ?? ''
  const head = { title: document.title, description, ...(exists && { path: pathname }) }
  hydrate({ head, Component }, async path => (await otherPages()).loadPage(path))
}
