// The budgets of shared/site/budgets.ts, in bytes with brotli: what the build says of a page that exceeds one.
import type { Metafile } from 'esbuild'
import { describe, expect, test } from 'vitest'
import type { Route } from '../../../shared/site.ts'
import { type Cost, overBudget as messages, nearlySpent } from '../costs.ts'
import { lazyScriptsOf, packagesIn } from '../script-parts.ts'
import type { Budgets } from '../site.ts'

describe('a budget', () => {
  const budgets: Budgets = { html: 14_000, common: 97_000, script: 20_000 }
  const spent = (path: string, more: Partial<Budgets> = {}, budget?: Route['budget']): Cost => {
    const sizes = Object.entries({ ...budgets, ...more }).map(([figure, br]) => [figure, { raw: 2 * br, br }])
    const files = { common: ['/assets/all.js'], script: ['/assets/chart.js'] }
    return { path, id: 'chart', budget, ...Object.fromEntries(sizes), files }
  }
  const packages: Record<string, [string | undefined, number][]> = {
    '/assets/all.js': [['react-router', 90_000]],
    '/assets/chart.js': [
      [undefined, 400],
      ['d3-shape', 300],
      ['recharts', 50_000],
    ],
  }
  const packagesIn = (urls: readonly string[]) => new Map(urls.flatMap(url => packages[url] ?? []))
  const overBudget = (costs: Cost[]) => messages(costs, budgets, packagesIn)

  test('may be spent whole', () => {
    expect(overBudget([spent('/')])).toEqual([])
  })

  test.each([
    ['html', ''],
    ['script', '. Minified, before brotli, that is recharts 50000, own code 400, d3-shape 300'],
    ['common', '. Minified, before brotli, that is react-router 90000'],
  ] as const)('of %s names the page, the excess and the bytes of each package in it', (figure, parts) => {
    const limit = budgets[figure]
    const over = `1 over the budget of ${limit} in shared/site/budgets.ts`
    expect(overBudget([spent('/'), spent('/large', { [figure]: limit + 1 })])).toEqual([
      `/large: ${limit + 1} bytes of ${figure}, ${over}${parts}`,
    ])
  })

  test('of a route takes the place of that of all pages, and is named', () => {
    const more = { html: 15_000, script: 70_000 }
    const messages = overBudget([
      spent('/chart', more, more),
      spent('/large', { html: 15_000 }, { html: 14_999 }),
      spent('/small', { script: 10 }, { script: 0 }),
    ])
    expect(messages).toEqual([
      '/large: 15000 bytes of html, 1 over the budget of 14999 in routes.chart.budget.html',
      expect.stringMatching(
        /^\/small: 10 bytes of script, 10 over the budget of 0 in routes\.chart\.budget\.script\. /,
      ),
    ])
  })

  test('is nearly spent where less than a twentieth is left, and no longer where it is exceeded', () => {
    const budget = { script: 1000 }
    expect(
      nearlySpent(
        [
          spent('/a', { html: 0, common: 0, script: 950 }, budget),
          spent('/b', { html: 0, common: 0, script: 951 }, budget),
          spent('/c', { html: 0, common: 0, script: 1000 }, budget),
          spent('/d', { html: 0, common: 0, script: 1001 }, budget),
          spent('/e', { html: 13_999, common: 0, script: 0 }),
        ],
        budgets,
      ),
    ).toEqual([
      '/b, /c: 0 bytes are left of the budget of 1000 for script in routes.chart.budget.script',
      '/e: 1 bytes are left of the budget of 14000 for html in shared/site/budgets.ts',
    ])
  })

  test('that many pages exceed is told once, with the first of them', () => {
    const pages = Array.from({ length: 7 }, (_, i) => spent(`/${i}`, { html: budgets.html + 1 }))
    expect(overBudget(pages)).toEqual([expect.stringMatching(/^\/0, \/1, \/2, \/3, \/4 and 2 more: /)])
  })
})

describe('of the files of a script', () => {
  type Output = Metafile['outputs'][string]
  const output = (inputs: Record<string, number>, imports: Output['imports'] = []): Output => ({
    ...{ bytes: 99, exports: [], imports },
    inputs: Object.fromEntries(
      Object.entries(inputs).map(([file, bytesInOutput]) => [file, { bytesInOutput }]),
    ),
  })
  const statically = (path: string) => ({ path, kind: 'import-statement' as const })
  const dynamically = (path: string) => ({ path, kind: 'dynamic-import' as const })
  const outputs = {
    'build/public/map.js': output(
      {
        'chunk:shared/site/pages/map.tsx': 1,
        'shared/site/pages/map.tsx': 300,
        'node_modules/@maps/core/index.js': 1000,
        'node_modules/@maps/core/lib/tiles.js': 200,
        'node_modules/maps/node_modules/tiles/index.js': 50,
      },
      [
        statically('build/public/all.js'),
        statically('build/public/shared.js'),
        dynamically('build/public/legend.js'),
      ],
    ),
    'build/public/shared.js': output({ 'shared/ui/form.tsx': 20 }, [dynamically('build/public/help.js')]),
    'build/public/all.js': output({ 'client/entry.ts': 5, 'node_modules/react-router/index.js': 900 }, [
      dynamically('build/public/all-pages.js'),
    ]),
    'build/public/all-pages.js': output({}, [dynamically('build/public/map.js')]),
    'build/public/legend.js': output({ 'node_modules/legend/index.js': 70 }, [
      statically('build/public/all.js'),
      statically('build/public/colours.js'),
    ]),
    'build/public/colours.js': output({}, [dynamically('build/public/more-colours.js')]),
    'build/public/more-colours.js': output({}, [dynamically('build/public/map.js')]),
    'build/public/help.js': output({}, []),
  }

  test('each package is counted with the bytes that are in these files, and our own files together', () => {
    expect(packagesIn(['/map.js', '/shared.js'], { outputs })).toEqual(
      new Map([
        [undefined, 321],
        ['@maps/core', 1200],
        ['tiles', 50],
      ]),
    )
  })

  test('what a page loads later is what it imports dynamically, and not what the engine does', () => {
    const own = ['/map.js', '/shared.js']
    expect(lazyScriptsOf(own, ['/all.js'], { outputs })).toEqual([
      '/legend.js',
      '/colours.js',
      '/more-colours.js',
      '/help.js',
    ])
  })
})
