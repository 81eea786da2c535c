// @vitest-environment node: hydrateIn() opens its own window.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test, vi } from 'vitest'
import { dist, folder, origin } from '../../../tests/support/fixture-site.ts'
import { attributesOfLoader, hydrateIn, setOtherTime } from '../../../tests/support/hydrate.ts'
import { slow } from '../../../tests/support/slow.ts'

// Hydration of the fixture's pages with data: client/fixture-hydration has the rest.

vi.mock('virtual:site', async () => {
  const { manifest, table } = await import('../../../tests/support/fixture-site.ts')
  const { siteExports } = await import('../../../scripts/bundle/plugins/virtual-modules.ts')
  return siteExports(table, manifest.buildDate)
})

const load = (file: string) => import(pathToFileURL(join(folder, file)).href)

test.each([
  { path: '/stellen/tischlerin', file: 'job' },
  { path: '/kurse', file: 'courses' },
])('$path of the fixture hydrates without errors or warnings', slow, async ({ path, file }) => {
  const html = readFileSync(join(dist, `${path}.html`), 'utf8')
  setOtherTime()
  const page = await hydrateIn(html, origin + path, async () => {
    const { hydratePage } = await load('client/entry.ts')
    hydratePage((await load(`shared/site/pages/${file}.tsx`)).default, attributesOfLoader())
  })
  expect(page.reported).toEqual([])
})
