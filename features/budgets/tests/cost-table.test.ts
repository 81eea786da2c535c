// The table that `npm run prerender` prints: what a first visit to each page costs.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test, vi } from 'vitest'
import { dist, manifest } from '../../../tests/support/fixture-site.ts'
import type { Cost, Size } from '../costs.ts'
import { sizeOfText } from '../measure.ts'
import { printCosts } from '../print-costs.ts'

const none: Size = { raw: 0, br: 0 }
const costOf = (path: string, html: Size, more: Partial<Cost> = {}): Cost => ({
  ...{
    path,
    html,
    data: 0,
    id: undefined,
    budget: undefined,
    script: none,
    siteScript: 0,
    lazy: none,
    scripts: [],
  },
  ...more,
})

/** What is printed for these pages: the rows of the table by path, and the lines below it. */
function printed(costs: Cost[]) {
  const table = vi.spyOn(console, 'table').mockReturnValue()
  const log = vi.spyOn(console, 'log').mockReturnValue()
  printCosts(costs, { raw: 20_000, br: 5000 }, { html: 14_000 })
  const [[routes = {}] = []] = table.mock.calls
  return { routes, lines: log.mock.calls.flat() }
}

test('the table lists HTML, inline CSS, data and scripts of each page, and the totals follow', () => {
  const home = costOf(
    '/',
    { raw: 30_000, br: 7000 },
    { script: { raw: 300_000, br: 90_000 }, siteScript: 700.4 },
  )
  const jobs = costOf(
    '/jobs',
    { raw: 31_000, br: 7100 },
    {
      data: 400,
      script: { raw: 302_000, br: 90_700 },
      siteScript: 1400.5,
      lazy: { raw: 5000, br: 1600 },
    },
  )
  expect(printed([home, jobs])).toEqual({
    routes: {
      '/': {
        HTML: 30_000,
        'HTML br': 7000,
        'CSS in it': 20_000,
        'CSS br': 5000,
        data: 0,
        JS: 300_000,
        'JS br': 90_000,
        'site br': 700,
        'lazy JS': 0,
        'lazy br': 0,
      },
      '/jobs': {
        HTML: 31_000,
        'HTML br': 7100,
        'CSS in it': 20_000,
        'CSS br': 5000,
        data: 400,
        JS: 302_000,
        'JS br': 90_700,
        'site br': 1401,
        'lazy JS': 5000,
        'lazy br': 1600,
      },
    },
    lines: [
      '2 pages in dist/, 14100 bytes of HTML with brotli. The budgets with brotli: HTML 14000, JS 200000.',
    ],
  })
})

test('of more than twenty pages, only the twenty largest are printed, but all are counted', () => {
  const costs = Array.from({ length: 21 }, (_, i) => costOf(`/${i}`, { raw: 9, br: i + 1 }))
  const { routes, lines } = printed(costs)
  expect(Object.values(routes)).toHaveLength(20)
  expect(costs.filter(({ path }) => !Object.hasOwn(routes, path))).toEqual([costs[0]])
  expect(lines).toEqual([expect.stringMatching(/^21 pages in dist\/, 231 bytes /)])
})

test('up to twenty pages are printed in the order of the route table', () => {
  const costs = Array.from({ length: 20 }, (_, i) => costOf(`/page-${i}`, { raw: 9, br: i + 1 }))
  expect(Object.keys(printed(costs).routes)).toEqual(costs.map(({ path }) => path))
})

test('a nearly spent budget is listed below the table before it is exceeded', () => {
  const html = { raw: 50_000, br: 13_500 }
  const costs = ['/', '/jobs'].map(path => costOf(path, html))
  expect(printed(costs).lines.slice(1)).toEqual([
    '/, /jobs: 500 bytes are left of the budget of 14000 for html in shared/site/budgets.ts',
  ])
})

describe('the cost table of the fixture', () => {
  const lines = inject('fixtureOutput').trimEnd().split('\n')
  /** The cells of the row of a path. */
  const cellsOf = (path: string) =>
    lines.map(line => line.split('│').map(cell => cell.trim())).find(cells => cells[1] === path)
  const sizeOf = (name: string) => readFileSync(join(dist, name)).length

  test('shows the sizes of a page’s files, and its dynamic imports in columns of their own', () => {
    const cells = cellsOf('/stimmen') ?? []
    const [, , html, htmlBr, style, , data] = cells
    const [lazy, lazyBr] = cells.slice(10)
    const names = globSync('assets/voices-{short,long,count,more}-*.js', { cwd: dist })
    const sum = (extension: string) =>
      String(names.reduce((bytes, name) => bytes + sizeOf(name + extension), 0))
    expect(names).toHaveLength(4)
    expect({ html, htmlBr, style, data, lazy, lazyBr }).toEqual({
      html: String(sizeOf('stimmen.html')),
      htmlBr: String(sizeOf('stimmen.html.br')),
      style: String(Buffer.byteLength(manifest.style)),
      data: '0',
      lazy: sum(''),
      lazyBr: sum('.br'),
    })
  })

  test('splits the inline script, the hydration script and the first click’s script into shares that add up', () => {
    const rows = lines.slice(lines.findIndex(line => line.includes('at the first click')))
    const shares = rows
      .map(line => line.split('│').map(cell => cell.trim()))
      .filter(([, owner = '']) => /^(the (engine|site)|features\/.+)$/.test(owner))
    const sumOf = (column: number) => shares.reduce((bytes, cells) => bytes + Number(cells[column]), 0)
    const sizeOfFiles = (names: string[]) => names.reduce((bytes, name) => bytes + sizeOf(`${name}.br`), 0)
    const owners = shares.map(([, owner]) => owner)
    expect(owners).toEqual(expect.arrayContaining(['the engine', 'the site']))
    const expected = {
      inEachPage: sizeOfText(manifest.scriptLoader).br,
      hydration: sizeOfFiles(manifest.scripts.map(url => url.slice(1))),
      click: sizeOfFiles(globSync('assets/all-pages-*.js', { cwd: dist })),
    }
    const printed = { inEachPage: sumOf(2), hydration: sumOf(3), click: sumOf(4) }
    const differences = Object.entries(expected).map(([time, bytes]) => [
      time,
      bytes - printed[time as 'click'],
    ])
    expect(differences.filter(([, bytes]) => Math.abs(Number(bytes)) > owners.length)).toEqual([])
  })
})
