// What a prerender prints about pages with data. with-budgets.test.tsx covers their cost.
import { expect, inject, test } from 'vitest'

const lines = inject('fixtureOutput').trimEnd().split('\n')

test('the prerender lists the pages that a static host lacks', () => {
  expect(lines).toContain('Not in dist/, so neither checked nor on a static host: /lager, /defekt')
})

test('the prerender warns only about a loader that reads the query', () => {
  expect(lines.filter(line => line.startsWith('WARNING'))).toEqual([
    expect.stringMatching(/^WARNING: loaders\.jobs reads url\.searchParams/),
  ])
})
