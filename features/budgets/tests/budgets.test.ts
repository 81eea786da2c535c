// The budgets of shared/site/budgets.ts, in bytes with brotli, and the messages about pages that exceed one.
import type { Metafile } from 'esbuild'
import { describe, expect, test } from 'vitest'
import type { Route } from '../../../shared/site.ts'
import { type Cost, overBudget as messages, nearlySpent } from '../costs.ts'
import { lazyScriptsOf, partsAt, shareOut } from '../script-parts.ts'
import type { Budgets } from '../site.ts'

describe('a budget', () => {
  const budgets = { html: 14_000, script: 120_000 }
  const spent = (path: string, more: Budgets = {}, budget?: Route['budget']): Cost => {
    const sizes = Object.entries({ ...budgets, ...more }).map(([figure, br]) => [figure, { raw: 2 * br, br }])
    return { path, id: 'chart', budget, ...Object.fromEntries(sizes), scripts: ['/assets/chart.js'] }
  }
  const parts = { 'own code': 400, 'd3-shape': 300, recharts: 50_000, 'the engine': 340_000 }
  const inScript =
    ' Minified, before brotli, that is the engine 340000, recharts 50000, own code 400, d3-shape 300'
  const partsOfScripts = (urls: readonly string[]) => new Map(urls.flatMap(() => Object.entries(parts)))
  const diagnostics = (costs: Cost[], limits: Budgets) => messages(costs, limits, partsOfScripts)
  const overBudget = (costs: Cost[]) =>
    diagnostics(costs, budgets).map(({ severity, message }) => `${severity}: ${message}`)

  test('may be used up completely', () => {
    expect(overBudget([spent('/')])).toEqual([])
  })

  test.each([
    ['html', ''],
    ['script', `.${inScript}`],
  ] as const)(
    'for %s reports a page that exceeds it, the excess, and which packages the script is made of',
    (figure, whose) => {
      const limit = budgets[figure]
      const over = `1 over the budget of ${limit} in shared/site/budgets.ts`
      expect(overBudget([spent('/'), spent('/large', { [figure]: limit + 1 })])).toEqual([
        `error: /large: ${limit + 1} bytes of ${figure}, ${over}${whose}`,
      ])
    },
  )

  test('has a default that only warns, once for all pages, the largest first', () => {
    const pages = [
      spent('/', { html: 40_000, script: 200_000 }),
      spent('/a', { html: 40_001, script: 200_001 }),
      spent('/b', { html: 14_000, script: 200_002 }),
    ]
    const advice = (figure: string) => `Write your own limit for ${figure} into shared/site/budgets.ts`
    expect(diagnostics(pages, {})).toEqual([
      {
        severity: 'warning',
        message: `/a: 40001 bytes of html, over the default of 40000. ${advice('html')}`,
      },
      {
        severity: 'warning',
        message: `/b, /a: 200002 bytes of script, over the default of 200000.${inScript}. ${advice('script')}`,
      },
    ])
    expect(diagnostics(pages, { html: 50_000, script: 210_000 })).toEqual([])
  })

  test('of a route overrides the budget of the site, and the error names it', () => {
    const more = { html: 15_000, script: 70_000 }
    const messages = overBudget([
      spent('/chart', more, more),
      spent('/large', { html: 15_000 }, { html: 14_999 }),
      spent('/small', { script: 10 }, { script: 0 }),
    ])
    expect(messages).toEqual([
      'error: /large: 15000 bytes of html, 1 over the budget of 14999 in routes.chart.budget.html',
      expect.stringMatching(
        /^error: \/small: 10 bytes of script, 10 over the budget of 0 in routes\.chart\.budget\.script\. /,
      ),
    ])
  })

  test('is nearly spent when less than 5 % is left and it is not yet exceeded', () => {
    const budget = { script: 1000 }
    expect(
      nearlySpent(
        [
          spent('/a', { html: 0, script: 950 }, budget),
          spent('/b', { html: 0, script: 951 }, budget),
          spent('/c', { html: 0, script: 1000 }, budget),
          spent('/d', { html: 0, script: 1001 }, budget),
          spent('/e', { html: 13_999, script: 0 }),
        ],
        budgets,
      ),
    ).toEqual([
      '/b, /c: 0 bytes are left of the budget of 1000 for script in routes.chart.budget.script',
      '/e: 1 bytes are left of the budget of 14000 for html in shared/site/budgets.ts',
    ])
    expect(nearlySpent([spent('/', { html: 39_999, script: 199_999 })], {})).toEqual([])
  })

  test('that many pages exceed is reported once, with the first five paths', () => {
    const pages = Array.from({ length: 7 }, (_, i) => spent(`/${i}`, { html: budgets.html + 1 }))
    expect(overBudget(pages)).toEqual([expect.stringMatching(/^error: \/0, \/1, \/2, \/3, \/4 and 2 more: /)])
  })
})

describe('the breakdown of a script', () => {
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
    'build/public/all.js': output(
      {
        'client/entry.ts': 5,
        'node_modules/react-router/index.js': 900,
        'features/early-input/client/typed.ts': 40,
      },
      [dynamically('build/public/all-pages.js')],
    ),
    'build/public/all-pages.js': output({}, [dynamically('build/public/map.js')]),
    'build/public/legend.js': output({ 'node_modules/legend/index.js': 70 }, [
      statically('build/public/all.js'),
      statically('build/public/colours.js'),
    ]),
    'build/public/colours.js': output({}, [dynamically('build/public/more-colours.js')]),
    'build/public/more-colours.js': output({}, [dynamically('build/public/map.js')]),
    'build/public/help.js': output({}, []),
  }

  test('counts the bytes of each package, each feature, the engine and the site’s own code', () => {
    expect(partsAt(['/map.js', '/shared.js', '/all.js'], { outputs })).toEqual(
      new Map([
        ['own code', 301],
        ['@maps/core', 1200],
        ['tiles', 50],
        ['the engine', 925],
        ['features/early-input', 40],
      ]),
    )
  })

  test('splits the compressed bytes in proportion to the minified bytes', () => {
    const parts = partsAt(['/map.js', '/all.js'], { outputs })
    expect(shareOut(2496 / 2, parts)).toEqual({
      'the site': 1551 / 2,
      'the engine': 905 / 2,
      'features/early-input': 20,
    })
  })

  test('lists the files that a page imports dynamically, but not the engine’s dynamic imports', () => {
    const own = ['/map.js', '/shared.js']
    expect(lazyScriptsOf(own, ['/all.js'], { outputs })).toEqual([
      '/legend.js',
      '/colours.js',
      '/more-colours.js',
      '/help.js',
    ])
  })
})
