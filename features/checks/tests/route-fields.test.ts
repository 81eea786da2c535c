// The fields of a route that a build rejects, with what to write instead.
import { expect, test } from 'vitest'
import { scriptExporting, siteToCheck } from '../../../tests/support/checked-site.ts'
import type { ResolvedRoute } from '../../../tests/support/engine.ts'
import { routesWith, routeWith, tableOf } from '../../../tests/support/routes.ts'
import { hydrateProblems } from '../hydrate.ts'
import { renamedFieldProblems } from '../renamed-fields.ts'

const description = 'What a search result shows of this page: more than fifty characters.'
const routeOf = (id: string, path: ResolvedRoute['path'], more: Partial<ResolvedRoute> = {}) =>
  routeWith(id, path, { heading: id, description, ...more })

test('a field of an earlier version is rejected, with the field that replaces it', () => {
  const page = { path: '/sent', title: 'Sent', description, label: 'Sent' } as const
  const siteRoutes = { sent: { ...page, ...({ script: false } as object) }, thanks: page }
  expect(renamedFieldProblems(siteToCheck(tableOf([]), { siteRoutes }))).toEqual([
    "routes.sent.script: `script: false` is now `hydrate: 'never'`",
  ])
})

test('hydrate: interaction is rejected if browser.ts counts page views, and no other value is', () => {
  const routes = (['idle', 'never', 'interaction'] as const).map(hydrate =>
    routeOf(hydrate, `/${hydrate}`, { hydrate }),
  )
  const problemsWith = (name: string) =>
    hydrateProblems(siteToCheck(tableOf(routes), { browserScript: scriptExporting(name) }))
  expect(problemsWith('onPageView')).toEqual([
    'routes.interaction.hydrate is interaction: onPageView of shared/site/browser.ts would miss everyone who only reads the page, so make it idle',
  ])
  expect(problemsWith('afterHydration')).toEqual([])
})

test('an unknown value of hydrate is rejected', () => {
  const pages = routesWith({ team: { path: '/team', ...{ hydrate: 'visible' as 'idle' } } })
  expect(hydrateProblems(siteToCheck(tableOf(pages)))).toEqual([
    'routes.team.hydrate is visible: write idle, interaction, never, or leave the field out',
  ])
})
