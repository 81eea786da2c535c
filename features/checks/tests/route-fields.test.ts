// The fields of a route that a build rejects, with what to write instead.
import { expect, test } from 'vitest'

import type { ResolvedRoute } from '../../../tests/support/engine.ts'
import { routesWith, routeWith } from '../../../tests/support/routes.ts'
import { hydrateProblems } from '../hydrate.ts'
import { renamedFieldProblems } from '../renamed-fields.ts'

const description = 'What a search result shows of this page: more than fifty characters.'
const routeOf = (id: string, path: ResolvedRoute['path'], more: Partial<ResolvedRoute> = {}) =>
  routeWith(id, path, { heading: id, description, ...more })

test('a field of an earlier version is rejected, with the field that replaces it', () => {
  const page = { path: '/sent', title: 'Sent', description, label: 'Sent' } as const
  expect(renamedFieldProblems({ sent: { ...page, ...({ script: false } as object) }, thanks: page })).toEqual(
    ["routes.sent.script: `script: false` is now `hydrate: 'never'`"],
  )
})

test('hydrate: interaction is rejected if browser.ts counts page views, and no other value is', () => {
  const routes = (['idle', 'never', 'interaction'] as const).map(hydrate =>
    routeOf(hydrate, `/${hydrate}`, { hydrate }),
  )
  expect(hydrateProblems(routes, ['onPageView'])).toEqual([
    'routes.interaction.hydrate is interaction: onPageView of shared/site/browser.ts would miss everyone who only reads the page, so make it idle',
  ])
  expect(hydrateProblems(routes, ['afterHydration'])).toEqual([])
})

test('an unknown value of hydrate is rejected', () => {
  const pages = routesWith({ team: { path: '/team', ...{ hydrate: 'visible' as 'idle' } } })
  expect(hydrateProblems(pages, [])).toEqual([
    'routes.team.hydrate is visible: write idle, interaction, never, or leave the field out',
  ])
})
