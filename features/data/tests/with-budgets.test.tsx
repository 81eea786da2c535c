// The cost of a page with data, and how a prerender prints it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { dist, manifest } from '../../../tests/support/fixture-site.ts'
import { Words, words } from '../../../tests/support/prerender-values.tsx'
import { prerenderPriced } from '../../budgets/tests/support/prerender-priced.tsx'
import { pagesOfValues } from './support/value-site.tsx'

test('the cost of a page includes its data', async () => {
  const jobs = { path: '/jobs', ...words('Jobs'), load: () => ({ data: 'Mason' }), Component: Words } as const
  const { costs, dist } = await prerenderPriced(await pagesOfValues({ jobs }))
  const sizeOf = (name: string) => readFileSync(join(dist, name)).length
  expect(costs['/jobs']).toMatchObject({
    HTML: sizeOf('jobs.html'),
    'HTML br': sizeOf('jobs.html.br'),
    data: sizeOf('jobs.json'),
  })
})

const lines = inject('fixtureOutput').trimEnd().split('\n')
/** The table cells printed for a path. */
const cellsOf = (path: string) =>
  lines.map(line => line.split('│').map(cell => cell.trim())).find(cells => cells[1] === path)
const sizeOf = (name: string) => readFileSync(join(dist, name)).length
const styleSize = String(Buffer.byteLength(manifest.style))

test('a page with data is printed with the sizes of its files', () => {
  const [, , html, compressed, style, , data] = cellsOf('/stellen') ?? []
  expect({ html, compressed, style, data }).toEqual({
    html: String(sizeOf('stellen.html')),
    compressed: String(sizeOf('stellen.html.br')),
    style: styleSize,
    data: String(sizeOf('stellen.json')),
  })
})
