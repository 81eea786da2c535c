// What a prerender warns about in its pages, with the path of each page.
import { expect, test } from 'vitest'
import { prerenderValues, words } from '../../../tests/support/prerender-values.tsx'
import { pagesOfValues, type ValuePage } from '../../../tests/support/value-site.tsx'
import { checks } from '../build.ts'

const prerender = async (pages: Record<string, ValuePage>) => {
  const allowed = { sources: { 'style-src-attr': ["'unsafe-inline'"] } }
  return prerenderValues(await pagesOfValues(pages, { allowed }), { features: [checks] })
}

test('a dead button is a warning with the paths of the pages that never hydrate', async () => {
  const Dead = () => (
    <h1>
      <button type="button">One</button>
    </h1>
  )
  const { warnings } = await prerender({
    home: { path: '/', ...words('Home'), Component: Dead, hydrate: 'never' },
    about: { path: '/about', ...words('About'), Component: Dead },
    team: { path: '/team', ...words('Team'), Component: Dead, hydrate: 'never' },
  })
  expect(warnings).toEqual([
    `/, /team: a click on <button type="button">One</button> does nothing, because the page is sent without a script: write hydrate: 'idle'`,
  ])
})

test('hidden content is a warning that says how long it stays hidden', async () => {
  const Late = () => (
    <h1 style={{ opacity: 0 }}>
      <b style={{ visibility: 'hidden' }}>Words</b>
    </h1>
  )
  const { warnings } = await prerender({
    home: { path: '/', ...words('Home'), Component: Late, hydrate: 'never' },
    about: { path: '/about', ...words('About'), Component: Late, hydrate: 'interaction' },
    team: { path: '/team', ...words('Team'), Component: Late },
    jobs: { path: '/jobs', ...words('Jobs'), Component: Late },
  })
  const cure = "start visible, for example with motion's initial={false}, or animate with CSS."
  const what = 'the style of <h1 style="opacity:0"> hides content'
  expect(warnings).toEqual([
    `/: ${what} always, because the page is sent without a script: ${cure}`,
    `/about: ${what} until a person uses the page, which loads its script: ${cure}`,
    `/team, /jobs: ${what} until the page is hydrated, long after it was painted: ${cure}`,
  ])
})
