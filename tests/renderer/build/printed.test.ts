// What `npm run prerender` prints of the site.
import { expect, inject, test } from 'vitest'
import { coreRoutes, table } from '../../support/fixture-site.ts'

const lines = inject('fixtureOutput').trimEnd().split('\n')

// A feature has tests of what is printed of its own routes.
const ofFeatures = table.routes.filter(route => !coreRoutes.includes(route))
const isOfFeature = (path: string) => ofFeatures.some(route => route === table.match(path)?.route)

test('what dist/ lacks is named', () => {
  const begin = 'Not in dist/, and so missing on a static host: '
  const lacking = lines.flatMap(line => (line.startsWith(begin) ? line.slice(begin.length).split(', ') : []))
  expect(lacking.filter(path => !isOfFeature(path))).toEqual(['/defekt'])
})

test('nothing is warned of', () => {
  const isOfCore = (line: string) => !ofFeatures.some(({ id }) => line.includes(`.${id} `))
  expect(lines.filter(line => line.startsWith('WARNING')).filter(isOfCore)).toEqual([])
})
