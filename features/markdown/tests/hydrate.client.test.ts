// @vitest-environment node: hydrateIn() opens its own window.
// The post of the fixture that is hydrated, by the script of the copy in which it was prerendered, with React's development build.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test, vi } from 'vitest'
import { dist, folder, origin } from '../../../tests/support/fixture-site.ts'
import { attributesOfLoader, hydrateIn } from '../../../tests/support/hydrate.ts'
import { slow } from '../../../tests/support/slow.ts'

vi.mock('virtual:site', async () => {
  const { manifest, table } = await import('../../../tests/support/fixture-site.ts')
  const { siteExports } = await import('../../../scripts/bundle/plugins/virtual-modules.ts')
  return siteExports(table, manifest.buildDate)
})

const PATH = '/blog/erster-beitrag'
const html = readFileSync(join(dist, `${PATH}.html`), 'utf8')
const [, text] = /<div [^>]*data-markdown="">(.*?)<\/div>/s.exec(html) ?? []

const load = (file: string) => import(/* @vite-ignore */ pathToFileURL(join(folder, file)).href)
let visits = 0
const visit = (document: string) =>
  hydrateIn(document, origin + PATH, async () => {
    const { hydratePage } = await load('client/entry.ts')
    const { default: Page } = await load(`features/markdown/client/text-page.tsx?${visits++}`)
    hydratePage(Page, attributesOfLoader())
  })

test('a Markdown page hydrates without errors or warnings', slow, async () => {
  const { reported, main } = await visit(html)
  expect({ reported, hasText: main.includes(String(text)) }).toEqual({ reported: [], hasText: true })
})

test('a Markdown page keeps its text if its HTML was changed and React renders it again', slow, async () => {
  const { reported, main } = await visit(html.replace('Werkstattblog</a></div>', '</a></div>'))
  expect({ reported, hasText: main.includes(String(text)) }).toEqual({
    reported: [expect.stringContaining('Hydration failed')],
    hasText: true,
  })
})
