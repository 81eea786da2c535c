// What a prerender prints of pages with data: renderer/build/cost-table has the rest.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { dist, manifest } from '../../../tests/support/fixture-site.ts'

const lines = inject('fixtureOutput').trimEnd().split('\n')
/** The cells of the route of a path. */
const cellsOf = (path: string) =>
  lines.map(line => line.split('│').map(cell => cell.trim())).find(cells => cells[1] === path)
const sizeOf = (name: string) => readFileSync(join(dist, name)).length
const styleSize = String(Buffer.byteLength(manifest.style))

test('a page with data is printed with the sizes that its files have', () => {
  const [, , html, compressed, style, , data] = cellsOf('/stellen') ?? []
  expect({ html, compressed, style, data }).toEqual({
    html: String(sizeOf('stellen.html')),
    compressed: String(sizeOf('stellen.html.br')),
    style: styleSize,
    data: String(sizeOf('stellen.json')),
  })
})

test('a page that a static host lacks is named', () => {
  expect(lines).toContain('Not in dist/, and so missing on a static host: /lager, /defekt')
})

test('nothing is warned of but a loader that reads a query', () => {
  expect(lines.filter(line => line.startsWith('WARNING'))).toEqual([
    expect.stringMatching(/^WARNING: routes\.jobs\.loader reads url\.searchParams/),
  ])
})
