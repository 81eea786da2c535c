// The budgets of shared/site/budgets.ts, in bytes with brotli: what the build says of a page that exceeds one.
import { describe, expect, test } from 'vitest'
import { packagesIn } from '../../../scripts/bundle/outputs.ts'
import { type Cost, overBudget } from '../../../scripts/problems/costs.ts'
import type { Budgets } from '../../../shared/owner.ts'

describe('a budget', () => {
  const budgets: Budgets = { html: 14_000, common: 97_000, script: 20_000 }
  const spent = (path: string, more: Partial<Budgets> = {}): Cost => {
    const sizes = Object.entries({ ...budgets, ...more }).map(([figure, br]) => [figure, { raw: 2 * br, br }])
    const includes = { common: ['react-router in shared/b.tsx'] }
    return { path, isContent: false, ...Object.fromEntries(sizes), includes }
  }

  test('may be spent whole, and that of HTML does not bind a text', () => {
    const long = { ...spent('/long', { html: 99_999 }), isContent: true }
    expect(overBudget([spent('/'), long], budgets)).toEqual([])
  })

  test.each([
    ['html', ''],
    ['script', ''],
    ['common', '. It includes react-router in shared/b.tsx'],
  ] as const)('of %s names the page, the excess and what may be its cause', (figure, cause) => {
    const limit = budgets[figure]
    const over = `1 over the budget of ${limit} in shared/site/budgets.ts`
    expect(overBudget([spent('/'), spent('/large', { [figure]: limit + 1 })], budgets)).toEqual([
      `/large: ${limit + 1} bytes of ${figure}, ${over}${cause}`,
    ])
  })

  test('that many pages exceed is told once, with the first of them', () => {
    const pages = Array.from({ length: 7 }, (_, i) => spent(`/${i}`, { html: budgets.html + 1 }))
    expect(overBudget(pages, budgets)).toEqual([
      expect.stringMatching(/^\/0, \/1, \/2, \/3, \/4 and 2 more: /),
    ])
  })
})

test('what may be the cause is a package that a file of shared/ imports, with that file', () => {
  const importing = (...paths: string[]) => ({
    bytes: 9,
    imports: paths.map(path => ({ path, kind: 'import-statement' as const })),
  })
  const inputs = {
    'shared/site/pages/map.tsx': importing(
      'node_modules/react/index.js',
      'node_modules/@maps/core/index.js',
      'node_modules/maps/node_modules/tiles/index.js',
      'shared/ui/form.tsx',
    ),
    'shared/ui/form.tsx': importing('node_modules/forms/lib/index.js'),
    'client/entry.ts': importing('node_modules/react-router/index.js'),
  }
  const output = (...files: string[]) => ({
    bytes: 9,
    imports: [],
    exports: [],
    inputs: Object.fromEntries(files.map(file => [file, { bytesInOutput: 9 }])),
  })
  const outputs = {
    'build/public/assets/map.js': output('shared/site/pages/map.tsx'),
    'build/public/assets/all.js': output('shared/ui/form.tsx', 'client/entry.ts'),
  }
  const ofMap = ['@maps/core in shared/site/pages/map.tsx', 'tiles in shared/site/pages/map.tsx']
  expect({
    all: packagesIn({ inputs, outputs }),
    ofMap: packagesIn({ inputs, outputs }, ['build/public/assets/map.js']),
  }).toEqual({ all: [...ofMap, 'forms in shared/ui/form.tsx'], ofMap })
})
