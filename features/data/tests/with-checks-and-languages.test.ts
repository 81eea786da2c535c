// The build's checks of pages with data in two languages.
import { expect, test } from 'vitest'
import { prerenderValues, Words, words } from '../../../tests/support/prerender-values.tsx'
import { checks } from '../../checks/build.ts'
import { languages } from '../../languages/build.ts'
import { data } from '../build.ts'
import { pagesOfValues } from './support/value-site.tsx'

test('pages with loaders in languages with home pages may share a title and a description', async () => {
  const load = () => ({ data: 1, head: words('Mason') })
  const pages = {
    fr: { path: '/fr', home: 'fr', ...words('Accueil'), Component: Words },
    job: { path: '/mason', load, Component: Words },
    emploi: { path: '/fr/mason', load, Component: Words },
  } as const
  const { warnings } = await prerenderValues(
    await pagesOfValues(pages, { buildFeatures: [data, languages] }),
    {
      features: [checks],
    },
  )
  expect(warnings).toEqual([])
})
