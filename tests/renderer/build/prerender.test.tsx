// What `npm run prerender` writes of the pages of a site, what each costs, of what it warns, and what ends it, with the path of
// the page. page-checks.test.ts has what is refused in HTML, prerendered-paths.test.ts the paths.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import type { Program } from '../../../scripts/lib/load-program.ts'
import { composeSitePages } from '../../../scripts/write/compose-pages.ts'
import { fast } from '../../../scripts/write/compressed-files.ts'
import { build, manifest, program, table } from '../../support/fixture-site.ts'
import { prerenderValues, Words, words } from '../../support/prerender-values.tsx'
import { ORIGIN, pagesOfValues, type ValuePage } from '../../support/value-site.tsx'

const prerender = async (pages: Record<string, ValuePage>, options?: { html: number }) =>
  prerenderValues(await pagesOfValues(pages), options)

test('a page costs its HTML and its scripts, and one that is sent without a script none', async () => {
  const { costs, dist, warnings } = await prerender({
    home: { path: '/', ...words('Home'), Component: Words, hydrate: 'never' },
    about: { path: '/about', ...words('About'), Component: Words },
  })
  const sizeOf = (name: string) => readFileSync(join(dist, name)).length
  const html = (name: string) => ({ raw: sizeOf(name), br: sizeOf(`${name}.br`) })
  const common = { raw: 310_000, br: 93_000 }
  const none = { raw: 0, br: 0 }
  const filesOf = (url: string) => ({ common: ['/assets/react.js', '/assets/all.js'], script: [url] })
  const routeAt = (path: string) => expect.objectContaining({ path })
  expect(costs[0]?.html.br).toBe(brotliCompressSync(readFileSync(join(dist, 'index.html'))).length)
  expect(costs).toEqual([
    {
      path: '/',
      route: routeAt('/'),
      html: html('index.html'),
      data: 0,
      common: none,
      script: none,
      lazy: none,
      files: {},
    },
    {
      path: '/about',
      route: routeAt('/about'),
      html: html('about.html'),
      data: 0,
      common,
      script: { raw: 2000, br: 700 },
      lazy: { raw: 1000, br: 300 },
      files: filesOf('/assets/about.js'),
    },
    {
      path: '/404',
      route: undefined,
      html: html('404.html'),
      data: 0,
      common,
      script: none,
      lazy: none,
      files: filesOf('/assets/not-found.js'),
    },
  ])
  expect(warnings).toEqual([])
})

test('what no visitor is told is a warning with the paths of the pages', async () => {
  const Dead = () => (
    <h1>
      <button type="button">One</button>
    </h1>
  )
  const { warnings } = await prerender({
    home: { path: '/', ...words('Home'), Component: Dead, hydrate: 'never' },
    about: { path: '/about', ...words('About'), Component: Dead },
    team: { path: '/team', ...words('Team'), Component: Dead, hydrate: 'never' },
  })
  expect(warnings).toEqual([
    'WARNING: /, /team: nothing answers <button type="button">, because the page is sent without a script.',
  ])
})

test('all that is wrong with pages ends the prerender, with the path of each', async () => {
  const Broken = () => {
    throw new Error('no such thing')
  }
  const DeadLink = () => (
    <h1>
      <a href="/nowhere">x</a>
    </h1>
  )
  const failing = prerender({
    home: { path: '/', ...words('Home'), Component: DeadLink },
    broken: { path: '/broken', ...words('Broken'), Component: Broken },
  })
  await expect(failing).rejects.toMatchObject({
    name: 'UserError',
    message: [
      '/broken: no such thing',
      '/: the link to /nowhere: there is no such page, file or endpoint',
    ].join('\n'),
  })
})

test('a page that is larger than the budget, or than that of its route, ends the prerender, and so does the page of a 404', async () => {
  const failing = prerender(
    {
      home: { path: '/', ...words('Homepage'), Component: Words },
      large: { path: '/large', ...words('Large'), Component: Words, budget: { html: 14_000 } },
      about: { path: '/about', ...words('About'), Component: Words, budget: { script: 699 } },
    },
    { html: 100 },
  )
  const of = (figure: string) => `\\d+ bytes of ${figure}, \\d+ over the budget of`
  const common = `${of('html')} 100 in shared/site/budgets\\.ts`
  const own = `${of('script')} 699 in routes\\.about\\.budget\\.script\\. .* package of /assets/about\\.js 9`
  await expect(failing).rejects.toMatchObject({
    name: 'UserError',
    message: expect.stringMatching(
      new RegExp(`^/: ${common}\n/about: ${common}\n/about: ${own}\n/404: ${common}$`),
    ),
  })
})

test('a site of more than 100 pages is written whole, in the order of its paths, and compressed fast', async () => {
  const paths = Array.from({ length: 101 }, (_, n) => `/job-${n}` as const)
  const pages = paths.map(path => [path.slice(1), { path, ...words(`The page ${path}`), Component: Words }])
  const { costs, dist } = await prerender(Object.fromEntries(pages))
  expect(costs.map(({ path }) => path)).toEqual([...paths, '/404'])
  for (const name of [...paths, '/404'].map(path => `${path}.html`)) {
    const html = readFileSync(join(dist, name))
    expect(readFileSync(join(dist, `${name}.br`)), name).toBeSameBytes(await fast('br', html))
  }
})

test('what goes wrong after a page was rendered is logged nowhere: a prerender prints no lines of JSON', async () => {
  const compose = vi.fn<Program['composePrerender']>()
  const built = {
    program: { ...program, composePrerender: compose },
    table,
    manifest,
    folder: build,
  }
  await composeSitePages(built, ORIGIN)
  expect(compose.mock.calls).toMatchObject([[{ log: { level: 'silent' } }]])
})
