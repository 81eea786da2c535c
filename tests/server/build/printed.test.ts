// What `npm run prerender` prints.
import { expect, inject, test } from 'vitest'
import { coreRoutes, table } from '../../support/fixture-site.ts'

const lines = inject('fixtureOutput').trimEnd().split('\n')

// A feature's own tests cover what is printed about its routes.
const ofFeatures = table.routes.filter(route => !coreRoutes.includes(route))
const isOfFeature = (path: string) => ofFeatures.some(route => route === table.match(path)?.route)

test('the prerender lists the pages that dist/ lacks', () => {
  const begin = 'Not in dist/, so neither checked nor on a static host: '
  const lacking = lines.flatMap(line => (line.startsWith(begin) ? line.slice(begin.length).split(', ') : []))
  expect(lacking.filter(path => !isOfFeature(path))).toEqual(['/defekt'])
})

test('the prerender prints no warnings', () => {
  const isOfCore = (line: string) => !ofFeatures.some(({ id }) => line.includes(`.${id} `))
  expect(lines.filter(line => line.startsWith('WARNING')).filter(isOfCore)).toEqual([])
})
