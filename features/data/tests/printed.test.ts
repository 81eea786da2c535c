// What a prerender prints of pages with data: what they cost is in with-budgets.test.tsx.
import { expect, inject, test } from 'vitest'

const lines = inject('fixtureOutput').trimEnd().split('\n')

test('a page that a static host lacks is named', () => {
  expect(lines).toContain('Not in dist/, and so missing on a static host: /lager, /defekt')
})

test('nothing is warned of but a loader that reads a query', () => {
  expect(lines.filter(line => line.startsWith('WARNING'))).toEqual([
    expect.stringMatching(/^WARNING: loaders\.jobs reads url\.searchParams/),
  ])
})
