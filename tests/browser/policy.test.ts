// The policy (CSP) and Permissions-Policy of the site in a real browser: what they let through, and what they block.
import type { BrowserContextOptions } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { listen, security, table } from '../support/fixture-site.ts'
import { needsPackaged } from './support/carried.ts'
import { hydrated, newPage, servers } from './support/open-page.ts'

const foreign = await listen((_, res) => res.end('<!doctype html><title>Foreign</title>'))
afterAll(() => foreign.close())

/** Opens a page of the fixture's site. */
async function open(path: string, options: BrowserContextOptions = {}) {
  const opened = await newPage('@sparticuz/chromium', options)
  await opened.page.goto(servers.fixture.url + path)
  return opened
}

describe('under the policy of the site a visitor', needsPackaged(), () => {
  test('meets no error on any page, and has none of the features that are switched off', async () => {
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

  test('is shown no picture and no frame that the policy does not allow, and the console names the directives', async () => {
    const { page, errors } = await open('/')
    await page.evaluate(url => {
      for (const name of ['img', 'iframe'])
        document.body.append(Object.assign(document.createElement(name), { src: url }))
    }, foreign.url)
    await expect.poll(() => errors.join()).toMatch(/img-src.*frame-src|frame-src.*img-src/s)
  })

  test('is told an event of the server at once, by EventSource', async () => {
    const { page, errors } = await open('/')
    const told = await page.evaluate(
      () =>
        new Promise(resolve => {
          const events = new EventSource('/api/news')
          events.onmessage = ({ data }) => {
            events.close()
            resolve(data)
          }
        }),
    )
    expect(told).toBe('Schnee im Hof')
    expect(errors).toEqual([])
  })

  test('goes to a page with state, keeps the scripts that the head has as data, and Trusted Types have nothing to block', async () => {
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

  test('goes by a click to a page with another canonical address, and finds it in the head', async () => {
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

  test('sends the form that form-action allows', async () => {
    const { page, errors } = await open('/kontakt', { javaScriptEnabled: false })
    await page.getByRole('button', { name: 'Stimmen' }).click()
    await page.waitForURL('**/stimmen*')
    expect(errors).toEqual([])
  })
})
