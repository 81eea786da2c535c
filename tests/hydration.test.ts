import { basename } from 'node:path'
import { build as bundle } from 'esbuild'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { createElement } from 'react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { define } from '../scripts/build/define.ts'
import { chunks, outputsOf } from '../scripts/build/page-chunks.ts'
import { images } from '../scripts/build/pictures.ts'
import { virtualSite } from '../scripts/build/read-table.ts'
import { readAssets } from '../server/assets.ts'
import { failed } from '../shared/company.ts'
import { complaints, hydrated, sharedBrowser } from './support/browser.ts'
import { Ids } from './support/ids.tsx'
import { build, listen, pagesWith, root, siteUnderTest } from './support/server.ts'
import { home, hydratedPaths, isOfBrowser, other, rows, table } from './support/table.ts'

// Only the development build of React says where the browser's page differs from the server's, so it hydrates here
// what the production server has rendered.
const [, withIds = other, withThrow = other] = rows.filter(isOfBrowser)

let browser: Browser
let site: Awaited<ReturnType<typeof listen>>
let siteWithIds: Awaited<ReturnType<typeof listen>>
/** The development build of the script, by the names of its files. */
const files = new Map<string, string>()
/** Its file for each file of a page in production; `ids` is tests/support/ids-entry.tsx in place of one of them. */
const substitutes: Record<'site' | 'ids', Map<string, string>> = { site: new Map(), ids: new Map() }

beforeAll(async () => {
  const development = bundle({
    absWorkingDir: root,
    entryPoints: ['client/all-pages.ts', 'shared/pages/not-found.tsx', 'tests/support/ids-entry.tsx'],
    outdir: 'build/public/assets',
    entryNames: '[name]',
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    format: 'esm',
    jsx: 'automatic',
    conditions: ['development'],
    plugins: [chunks, virtualSite(() => table), images],
    define: { ...define, 'process.env.NODE_ENV': '"development"' },
  })
  ;[browser, site, siteWithIds] = await Promise.all([
    sharedBrowser(),
    siteUnderTest().then(listen),
    siteUnderTest({ pages: await pagesWith(createElement(Ids), withIds.id) }).then(listen),
  ])
  const { outputFiles, metafile } = await development
  for (const { path, text } of outputFiles) files.set(basename(path), text)
  for (const [id, [production = '']] of Object.entries(readAssets(build).pageScripts)) {
    const source = id === 'notFound' ? 'not-found' : id
    substitutes.site.set(basename(production), basename(outputsOf(`/${source}.tsx`, metafile).at(-1) ?? ''))
  }
  substitutes.ids = new Map(substitutes.site)
  const [production = ''] = readAssets(build).pageScripts[withIds.id] ?? []
  substitutes.ids.set(basename(production), 'ids-entry.js')
})
afterAll(() => Promise.all([browser.close(), site.close(), siteWithIds.close()]))

/** Sends the development build in place of the site's script. */
const replaceScript = (page: Page, script: 'site' | 'ids') =>
  page.route('**/assets/*.js', route => {
    const name = basename(route.request().url())
    const substitute = substitutes[script].get(name)
    const start = substitute === 'ids-entry.js' ? 'startIds as start' : 'start'
    const body = substitute ? `export { default, ${start} } from './${substitute}'` : ''
    return route.fulfill({ contentType: 'text/javascript', body: files.get(name) ?? body })
  })

/** Hydrates pages of a server with a script of the development build of React. Resolves to what the console was told. */
async function hydrate(
  url: string,
  script: 'site' | 'ids',
  at: string[],
  options: BrowserContextOptions = {},
  now?: Date,
) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await replaceScript(page, script)
  if (now) await page.clock.setFixedTime(now)
  const heard = complaints(page)
  for (const path of at) {
    await page.goto(url + path)
    await hydrated(page)
  }
  const outputs = await page.locator('output').allTextContents()
  await context.close()
  const advertisement = heard.filter(message => message.includes('Download the React DevTools'))
  expect(advertisement.length, 'the development build hydrates').toBe(at.length)
  // The browser itself reports the status of the page that there is not.
  const expected = [...advertisement, ...heard.filter(message => message.includes('status of 404'))]
  return { said: heard.filter(message => !expected.includes(message)), outputs }
}

test('every page hydrates without a word', async () => {
  expect((await hydrate(site.url, 'site', hydratedPaths)).said).toEqual([])
})

test.each([
  ['Pacific/Kiritimati', '2031-12-31T23:59:59Z'],
  ['Pacific/Pago_Pago', '2019-01-01T00:00:01Z'],
])('every page hydrates without a word in %s at %s', async (timezoneId, now) => {
  const options = { timezoneId, locale: 'ar-EG' }
  expect((await hydrate(site.url, 'site', hydratedPaths, options, new Date(now))).said).toEqual([])
})

test('useId gives the same ids in the browser as on the server', async () => {
  const html = await (await fetch(siteWithIds.url + withIds.path)).text()
  const sent = [...html.matchAll(/<output>(.*?)<\/output>/g)].map(([, id]) => id)
  const { said, outputs } = await hydrate(siteWithIds.url, 'ids', [withIds.path])
  expect(said).toEqual([])
  expect(outputs).toEqual(sent)
  expect(new Set(outputs).size).toBe(3)
})

test('a page that fails in the browser gives way to the error page, in the same looks', async () => {
  const page = await browser.newPage()
  await replaceScript(page, 'ids')
  await page.goto(siteWithIds.url + withIds.path)
  await hydrated(page)
  const styled = () => page.evaluate(() => getComputedStyle(document.body).fontFamily)
  const before = await styled()
  await page.locator(`a[href="${withThrow.path}"]:visible`).first().click()
  await page.getByRole('heading', { name: failed.label }).waitFor()
  expect(await page.title()).toBe(failed.title)
  expect(await styled()).toBe(before)
  // Its link asks for a document, which works again.
  const documentAsked = page.waitForRequest(request => request.isNavigationRequest())
  await page.getByRole('main').getByRole('link').click()
  await documentAsked
  await expect.poll(() => page.title()).toBe(home.title)
  await page.close()
})

test('a page that differs is heard of', async () => {
  const { said } = await hydrate(siteWithIds.url, 'site', [withIds.path])
  expect(said.join()).toContain('Hydration failed')
})
