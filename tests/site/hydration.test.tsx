import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { JSDOM } from 'jsdom'
import { type ComponentType, useId } from 'react'
import { useSearchParams } from 'react-router'
import { describe, expect, test, vi } from 'vitest'
import { NOT_FOUND_PATH } from '../../server/constants.ts'
import { createRenderer } from '../../server/pages/render.tsx'
import { directionOf } from '../../server/pages/text-direction.ts'
import { fileOf } from '../../server/paths.ts'
import { slots } from '../../shared/site/layout.tsx'
import { Logo } from '../../shared/site/logo.tsx'
import { components } from '../../shared/site/routes.tsx'
import { titleOf } from '../../shared/titles.ts'
import { hydrateIn } from '../support/hydrate.ts'
import { dist, facts, origin, rows, table } from '../support/own-site.ts'

// React's development build says where a page differs from its HTML; production repairs it in silence.

/** Hydrates HTML with a component, as client/loader.ts does: by a clock and in a time zone that are not the server's. */
function hydrate(html: string, path: string, Component: ComponentType) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-12-31T23:59:59Z') })
  vi.stubEnv('TZ', 'Pacific/Kiritimati')
  // The build has put it in, where a clock would say another year.
  Object.assign(globalThis, { BUILD_YEAR: Number(/© (\d{4})/.exec(html)?.[1]) })
  return hydrateIn(html, origin + path, async () => (await import('../../client/entry.ts')).start(Component))
}

const read = (path: string) => readFileSync(join(dist, fileOf(path)), 'utf8')
const clientPages = rows.flatMap(({ id, path }) => {
  const load = Object.entries(components).find(([name]) => name === id)?.[1]
  return load ? [[path, load] as const] : []
})
const notFound = () => import('../../shared/site/pages/not-found.tsx')

test.each([...clientPages, [NOT_FOUND_PATH, notFound] as const])(
  '%s hydrates in silence',
  async (path, load) => {
    const html = read(path)
    const page = await hydrate(html, path, (await load()).default)
    expect(page.heard).toEqual([])
    expect(page.title).toBe(new JSDOM(html).window.document.title)
  },
)

describe('a page of a component', () => {
  const [row = expect.fail('the table is empty')] = rows
  /** The page as the server renders it. */
  const render = async (Component: ComponentType) => {
    const { company, labels } = facts
    const owner = { company, labels, Logo, slots }
    const renderPage = createRenderer({ owner, origin, menus: table.menus, dir: directionOf(company.lang) })
    const input = { path: '/', page: row, content: <Component />, head: Buffer.from('') }
    return String(await renderPage(input, new AbortController().signal))
  }
  const Id = () => <output>{useId()}</output>

  test('has the same ids in the browser as on the server', async () => {
    const page = await hydrate(await render(Id), '/', Id)
    expect(page.heard).toEqual([])
    expect(page.main).toMatch(/<output>.+<\/output>/)
  })

  test('that reads the query is hydrated without it, and then shows it', async () => {
    const Query = () => <output>{useSearchParams()[0].get('a') ?? 'none'}</output>
    const html = await render(Query)
    expect(html).toContain('<output>none</output>')
    const page = await hydrate(html, '/?a=1#b', Query)
    expect(page.heard).toEqual([])
    expect(page.main).toContain('<output>1</output>')
  })

  test('that differs from its HTML is heard of', async () => {
    const { heard } = await hydrate(await render(Id), '/', () => 'Something else')
    expect(heard.join()).toContain('Hydration failed')
  })

  test('that fails in the browser gives way to the error page', async () => {
    const Failing = () => {
      throw new Error('not in a browser')
    }
    const page = await hydrate(await render(Id), '/', Failing)
    expect(page.heard.join()).toContain('not in a browser')
    expect(page.title).toBe(titleOf(facts.company, facts.labels.failed.label))
    expect(page.main).toContain(facts.labels.failed.label)
  })
})
