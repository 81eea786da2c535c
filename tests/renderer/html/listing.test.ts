// Which pages search engines may list: not one with noindex, nor one whose canonical address is elsewhere. And the translations
// of a page, to which its layout leads: client/translations has what the browser is given.
import { createElement } from 'react'
import { describe, expect, test } from 'vitest'
import { isIndexable } from '../../../server/metadata/listing.ts'
import { useSite } from '../../../shared/site.ts'
import { ask } from '../../support/ask.ts'
import { documentOf } from '../../support/document-of.ts'
import { headOf } from '../../support/engine.ts'
import { listen, table } from '../../support/fixture-site.ts'
import { ORIGIN, siteOfValues } from '../../support/value-site.tsx'

const about = { path: '/about' } as const
const fr = { path: '/fr', home: 'fr' } as const
const it = { path: '/it', home: 'it' } as const
const aPropos = { path: '/fr/a-propos', translates: 'about' } as const
const diNoi = { path: '/it/di-noi', translates: 'about' } as const

describe('the translations of a page, to which its layout leads,', () => {
  const Shown = () => createElement('output', null, JSON.stringify(useSite().translations))
  const shownAt = async (url: string) =>
    JSON.parse(documentOf((await ask(url)).body).querySelector('output')?.textContent ?? '')

  test('are the page in each other language, also one that search engines are not to list', async () => {
    const hidden = { ...aPropos, noindex: true }
    const pages = {
      home: { path: '/' },
      about: { ...about, Component: Shown },
      fr,
      it,
      aPropos: hidden,
      diNoi,
    } as const
    await using server = await listen(await siteOfValues(pages))
    expect(await shownAt(`${server.url}/about`)).toEqual([
      { lang: 'fr', path: '/fr/a-propos' },
      { lang: 'it', path: '/it/di-noi' },
    ])
  })

  test('are those of a page without a script, too', () => {
    const translationsAt = (path: string) => {
      const match = table.match(path) ?? expect.fail(`the fixture has lost ${path}`)
      return headOf(match.route, path, table).translations
    }
    expect(translationsAt('/impressum')).toEqual([{ lang: 'fr', path: '/fr/mentions' }])
    expect(translationsAt('/fr/mentions')).toEqual([{ lang: 'de', path: '/impressum' }])
    expect(translationsAt('/kontakt')).toBeUndefined()
  })
})

test('a page that names its own address as the canonical one is listed', () => {
  const isIndexableAs = (canonical: string) =>
    isIndexable('/jobs/mason', { heading: 'Mason', description: '', canonical }, ORIGIN)
  expect(isIndexableAs('/jobs/mason')).toBe(true)
  expect(isIndexableAs(`${ORIGIN}/jobs/mason`)).toBe(true)
  expect(isIndexableAs('/jobs')).toBe(false)
})
