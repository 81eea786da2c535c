// The site's CSP and Permissions-Policy in a real browser: what they allow, and what they block.
import type { BrowserContextOptions } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { listen, security, table } from '../support/fixture-site.ts'
import { needsPackaged } from './support/carried.ts'
import { hydrated, newPage, servers } from './support/open-page.ts'

const foreign = await listen((_, res) => res.end('<!doctype html><title>Foreign</title>'))
afterAll(() => foreign.close())

/** Opens a page of the fixture. */
async function open(path: string, options: BrowserContextOptions = {}) {
  const opened = await newPage('@sparticuz/chromium', options)
  await opened.page.goto(servers.fixture.url + path)
  return opened
}

describe('the policy of the site', needsPackaged(), () => {
  test('causes no error on any page, and disables the features that it forbids', async () => {
    const { page, errors } = await newPage('@sparticuz/chromium')
    const { 'Permissions-Policy': features = '' } = security.document
    const off = [...features.matchAll(/([\w-]+)=\(\)/g)].map(([, name]) => name)
    for (const { path } of table.routes.filter(({ isDynamic }) => !isDynamic)) {
      await page.goto(servers.fixture.url + path)
      await hydrated(page)
      const on: string[] = await page.evaluate('document.featurePolicy.allowedFeatures()')
      const forbiddenFeatures = on.filter(name => off.includes(name))
      expect({ path, errors, forbiddenFeatures }).toEqual({
        path,
        errors: [],
        forbiddenFeatures: [],
      })
    }
  })

  test('blocks an image and a frame of another origin, and the console names the directives', async () => {
    const { page, errors } = await open('/')
    await page.evaluate(url => {
      for (const name of ['img', 'iframe'])
        document.body.append(Object.assign(document.createElement(name), { src: url }))
    }, foreign.url)
    await expect.poll(() => errors.join()).toMatch(/img-src.*frame-src|frame-src.*img-src/s)
  })

  test('allows an EventSource of the site', async () => {
    const { page, errors } = await open('/')
    const message = await page.evaluate(
      () =>
        new Promise(resolve => {
          const events = new EventSource('/api/news')
          events.onmessage = ({ data }) => {
            events.close()
            resolve(data)
          }
        }),
    )
    expect(message).toBe('Schnee im Hof')
    expect(errors).toEqual([])
  })

  test('allows client navigation under Trusted Types, which keeps the data scripts in the head', async () => {
    expect(security.document['Content-Security-Policy']).toContain('require-trusted-types-for')
    const { page, errors } = await open('/')
    await hydrated(page)
    const inHead = page.locator(
      'head script[type="speculationrules"], head script[type="application/ld+json"]',
    )
    const before = await inHead.count()
    await page.getByRole('button', { name: 'Stimmen' }).click()
    await page.getByRole('button', { name: 'Mehr Stimmen' }).click()
    await page.getByText('eine dritte Stimme').waitFor()
    expect(await inHead.count()).toBe(before)
    expect(errors).toEqual([])
  })

  test('allows client navigation to update the canonical link', async () => {
    const { page, errors } = await open('/stimmen')
    await hydrated(page)
    const canonical = page.locator('link[rel=canonical]')
    expect(await canonical.getAttribute('href')).toMatch(/\/ueber-uns\/team$/)
    expect(new URL(page.url()).pathname).toBe('/stimmen')
    await page.getByRole('link', { name: 'Kontaktmöglichkeiten' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Kontakt' }).waitFor()
    expect(await canonical.getAttribute('href')).toMatch(/\/kontakt$/)
    await page.goBack()
    await page.waitForURL('**/stimmen')
    await expect.poll(() => canonical.getAttribute('href')).toMatch(/\/ueber-uns\/team$/)
    expect(errors).toEqual([])
  })

  test('allows the form that form-action lists', async () => {
    const { page, errors } = await open('/kontakt', { javaScriptEnabled: false })
    await page.getByRole('button', { name: 'Stimmen' }).click()
    await page.waitForURL('**/stimmen*')
    expect(errors).toEqual([])
  })
})
