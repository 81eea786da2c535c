// @vitest-environment node: hydrateIn() opens its own window.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test, vi } from 'vitest'
import { dist, folder, origin } from '../support/fixture-site.ts'
import { attributesOfLoader, hydrateIn, setOtherTime } from '../support/hydrate.ts'
import { slow } from '../support/slow.ts'

// The fixture's prerendered pages, hydrated by the script of the same copy with React's development build. /tagessaetze is
// left to .ci/run, because the class names of a CSS module depend on the project's path.

vi.mock('virtual:site', async () => {
  const { manifest, table } = await import('../support/fixture-site.ts')
  const { siteExports } = await import('../../scripts/bundle/plugins/virtual-modules.ts')
  return siteExports(table, manifest.buildDate)
})

const load = (file: string) => import(pathToFileURL(join(folder, file)).href)

test.each([
  { path: '/', file: 'home' },
  { path: '/leistungen', file: 'services' },
  { path: '/musterseite', file: 'everything' },
  { path: '/stimmen', file: 'voices' },
  { path: '/anfrage', file: 'enquiry' },
  { path: '/404', file: 'not-found' },
])('$path of the fixture hydrates without errors or warnings', slow, async ({ path, file }) => {
  const html = readFileSync(join(dist, path === '/' ? 'index.html' : `${path}.html`), 'utf8')
  setOtherTime()
  const page = await hydrateIn(html, origin + path, async () => {
    const { hydratePage } = await load('client/entry.ts')
    hydratePage((await load(`shared/site/pages/${file}.tsx`)).default, attributesOfLoader())
  })
  expect(page.reported).toEqual([])
})
