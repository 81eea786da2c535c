import type { ComponentType } from 'react'
import { loadPage } from '../../client/all-pages.ts'
import { hydrate } from '../../client/hydrate.tsx'
import { company } from '../../shared/company.ts'
import { Ids } from './ids.tsx'

export default Ids

const Throws = () => {
  throw new Error('on purpose')
}

/** Does what client/entry.ts does, and gives every other page the place of one that fails. */
export function startIds(Component: ComponentType) {
  const head = { title: document.title, description: '', path: location.pathname }
  const description =
    document.querySelector<HTMLMetaElement>('meta[name=description]')?.content ?? company.name
  hydrate({ head: { ...head, description }, Component }, async path => ({
    ...(await loadPage(path)),
    Component: Throws,
  }))
}
