import { basename } from 'node:path'
import { build as bundle } from 'esbuild'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { define } from '../scripts/build/define.ts'
import { images } from '../scripts/build/pictures.ts'
import { readAssets } from '../server/assets.ts'
import { createHead } from '../server/head.ts'
import { createRenderer } from '../server/render.tsx'
import { failed, pages } from '../shared/pages.ts'
import { components, createRoutes } from '../shared/routes.tsx'
import { complaints, hydrated, launchBrowser } from './support/browser.ts'
import { Ids, withIds, withThrow } from './support/ids.tsx'
import { build, listen, origin, root, siteUnderTest } from './support/server.ts'

// Only the development build of React says where the browser's page differs from the server's, so it hydrates here
// what the production server has rendered.
const paths = [...Object.values(pages).map(({ path }) => path), '/nothing/here']

let browser: Browser
let site: Awaited<ReturnType<typeof listen>>
let siteWithIds: Awaited<ReturnType<typeof listen>>
const scripts = new Map<string, string>()

beforeAll(async () => {
  const head = createHead(readAssets(build), origin)
  const render = createRenderer(createRoutes({ origin }, { ...components, [withIds]: Ids }), head)
  const development = bundle({
    absWorkingDir: root,
    entryPoints: { site: 'client/entry.ts', ids: 'tests/support/ids-entry.tsx' },
    outdir: 'nowhere',
    write: false,
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    conditions: ['development'],
    plugins: [images],
    define: { ...define, 'process.env.NODE_ENV': '"development"' },
  })
  ;[browser, site, siteWithIds] = await Promise.all([
    launchBrowser(),
    siteUnderTest().then(listen),
    siteUnderTest({ render }).then(listen),
  ])
  for (const { path, text } of (await development).outputFiles) scripts.set(basename(path, '.js'), text)
})
afterAll(() => Promise.all([browser.close(), site.close(), siteWithIds.close()]))

/** Sends another script in place of the site's. */
const replaceScript = (page: Page, name: string) =>
  page.route('**/assets/*.js', route => {
    const isEntry = /site-\w+\.js$/.test(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: isEntry ? (scripts.get(name) ?? '') : '' })
  })

/** Hydrates pages of a server with a script of the development build of React. Resolves to what the console was told. */
async function hydrate(
  url: string,
  script: string,
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
  expect((await hydrate(site.url, 'site', paths)).said).toEqual([])
})

test.each([
  ['Pacific/Kiritimati', '2031-12-31T23:59:59Z'],
  ['Pacific/Pago_Pago', '2019-01-01T00:00:01Z'],
])('every page hydrates without a word in %s at %s', async (timezoneId, now) => {
  const options = { timezoneId, locale: 'ar-EG' }
  expect((await hydrate(site.url, 'site', paths, options, new Date(now))).said).toEqual([])
})

test('useId gives the same ids in the browser as on the server', async () => {
  const html = await (await fetch(siteWithIds.url + pages[withIds].path)).text()
  const sent = [...html.matchAll(/<output>(.*?)<\/output>/g)].map(([, id]) => id)
  const { said, outputs } = await hydrate(siteWithIds.url, 'ids', [pages[withIds].path])
  expect(said).toEqual([])
  expect(outputs).toEqual(sent)
  expect(new Set(outputs).size).toBe(3)
})

test('a page that fails in the browser gives way to the error page, in the same looks', async () => {
  const page = await browser.newPage()
  await replaceScript(page, 'ids')
  await page.goto(siteWithIds.url + pages[withIds].path)
  await hydrated(page)
  const styled = () => page.evaluate(() => getComputedStyle(document.body).fontFamily)
  const before = await styled()
  await page.locator(`a[href="${pages[withThrow].path}"]:visible`).first().click()
  await page.getByRole('heading', { name: failed.label }).waitFor()
  expect(await page.title()).toBe(failed.title)
  expect(await styled()).toBe(before)
  // Its link asks for a document, which works again.
  const documentAsked = page.waitForRequest(request => request.isNavigationRequest())
  await page.getByRole('main').getByRole('link').click()
  await documentAsked
  await expect.poll(() => page.title()).toBe(pages.home.title)
  await page.close()
})

test('a page that differs is heard of', async () => {
  const { said } = await hydrate(siteWithIds.url, 'site', [pages[withIds].path])
  expect(said.join()).toContain('Hydration failed')
})
