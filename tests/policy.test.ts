import express from 'express'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { policyProblems } from '../scripts/check/policy-checks.ts'
import { readAssets } from '../server/assets.ts'
import { createSecurity } from '../server/headers.ts'
import { type Allowed, metaPolicy } from '../server/policy.ts'
import { complaints, sharedBrowser } from './support/browser.ts'
import { build, listen } from './support/server.ts'

const assets = readAssets(build)
const nothing: Allowed = { sources: {}, features: {} }

/** A page with the policy of a company that has allowed something, as a header and in its head. */
const html = (allowed: Allowed, body: string) =>
  `<!doctype html><title>Page</title><meta http-equiv="Content-Security-Policy" content="${metaPolicy(assets, allowed)}">${body}`

describe('what server/policy.ts allows', () => {
  test.each<[Allowed['sources'], string]>([
    [{ 'form-action': ["'self'"] }, "form-action 'self'"],
    [{ 'img-src': ['https://pictures.example.com'] }, "img-src 'self' https://pictures.example.com"],
    [{ 'frame-src': ['https://maps.example.com'] }, 'frame-src https://maps.example.com'],
  ])('stands in the header and in the head: %o', (sources, directive) => {
    const allowed = { ...nothing, sources }
    const { document } = createSecurity(assets, 'host', allowed)
    for (const policy of [document['Content-Security-Policy'], metaPolicy(assets, allowed)])
      expect(`${policy};`).toContain(`${directive};`)
  })

  test('is what a feature may be used by', () => {
    const features = { fullscreen: ['self', 'https://video.example.com'] }
    const { document } = createSecurity(assets, 'host', { ...nothing, features })
    expect(document['Permissions-Policy']).toContain('fullscreen=(self "https://video.example.com")')
  })

  test.each<[string | undefined, Allowed['sources']]>([
    ['require-corp', {}],
    ['require-corp', { 'form-action': ['https://forms.example.com'], 'media-src': ["'self'"] }],
    ['credentialless', { 'img-src': ['https://pictures.example.com'] }],
    [undefined, { 'frame-src': ['https://maps.example.com'] }],
  ])('has Cross-Origin-Embedder-Policy %s for %o', (value, sources) => {
    const { document } = createSecurity(assets, 'host', { ...nothing, sources })
    expect(document['Cross-Origin-Embedder-Policy']).toBe(value)
  })

  test.each<[string, Allowed['sources']]>([
    ['<form action="/contact">', { 'form-action': ["'self'"] }],
    ['<form action="https://forms.example.com/1">', { 'form-action': ['https://forms.example.com'] }],
    ['<img src="https://a.tiles.example.com/1.png">', { 'img-src': ['https://*.tiles.example.com'] }],
    ['<video src="/assets/tour.mp4">', { 'media-src': ["'self'"] }],
    ['<iframe src="https://maps.example.com/?q=1">', { 'frame-src': ['https://maps.example.com'] }],
  ])('lets the build pass %s, which it refuses otherwise', (element, sources) => {
    expect(policyProblems(html(nothing, element))).toHaveLength(1)
    expect(policyProblems(html({ ...nothing, sources }, element))).toEqual([])
  })
})

describe('in a browser', () => {
  let browser: Browser
  /** Another origin, which knows nothing of ours. */
  let foreign: Awaited<ReturnType<typeof listen>>
  let close = async () => {}
  beforeAll(async () => {
    const app = express()
    app.get('/picture.svg', (_req, res) => {
      res.type('svg').send('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    })
    app.get('/map', (_req, res) => {
      res.send('<!doctype html><title>Map</title>A map')
    })
    ;[browser, foreign] = await Promise.all([sharedBrowser(), listen(app)])
  })
  afterEach(() => close())
  afterAll(() => Promise.all([browser.close(), foreign.close()]))

  /** Opens a page with a body. Resolves to it, what it complains of, and the forms that were sent. */
  async function open(body: string, sources: Allowed['sources'] = {}) {
    const allowed = { ...nothing, sources }
    const app = express().use((_req, res, next) => {
      res.set(createSecurity(assets, 'host', allowed).document)
      next()
    })
    app.get('/', (_req, res) => {
      res.send(html(allowed, body))
    })
    const received: string[] = []
    app.post('/sent', (req, res) => {
      received.push(req.path)
      res.send('<!doctype html><title>Sent</title>')
    })
    const server = await listen(app)
    const page = await browser.newPage()
    close = async () => {
      await page.close()
      await server.close()
    }
    const heard = complaints(page)
    await page.goto(server.url)
    return { page, heard, received }
  }

  /** This server has no icons. */
  const isNot404 = (message: string) => !message.includes('404')

  const form = '<form method="post" action="/sent"><button>Send</button></form>'

  test('a form is sent where its target is allowed', async () => {
    const { page, heard, received } = await open(form, { 'form-action': ["'self'"] })
    await page.getByRole('button').click()
    await expect.poll(() => received).toEqual(['/sent'])
    expect(heard.filter(isNot404)).toEqual([])
  })

  test('a form is not sent otherwise, and the console names the directive', async () => {
    const { page, heard, received } = await open(form)
    await page.getByRole('button').click({ noWaitAfter: true })
    await expect.poll(() => heard.join()).toContain('form-action')
    expect(received).toEqual([])
  })

  const picture = () => `<img src="${foreign.url}/picture.svg" alt="">`
  const width = (image: HTMLImageElement) => image.naturalWidth

  test('a foreign picture is shown where its origin is allowed, though it does not say that it may be embedded', async () => {
    const { page, heard } = await open(picture(), { 'img-src': [foreign.url] })
    expect(await page.locator('img').evaluate(width)).toBe(9)
    expect(heard.filter(isNot404)).toEqual([])
  })

  test('a foreign picture is blocked otherwise, and the console names the directive', async () => {
    const { page, heard } = await open(picture())
    expect(await page.locator('img').evaluate(width)).toBe(0)
    expect(heard.join()).toContain('img-src')
  })

  const map = () => `<iframe title="Map" src="${foreign.url}/map"></iframe>`

  test('a frame is shown where its origin is allowed', async () => {
    const { page, heard } = await open(map(), { 'frame-src': [foreign.url] })
    await page.frameLocator('iframe').getByText('A map').waitFor()
    expect(heard.filter(isNot404)).toEqual([])
  })

  test('a frame is blocked otherwise, and the console names the directive', async () => {
    const { heard } = await open(map())
    await expect.poll(() => heard.join()).toMatch(/frame-src|default-src/)
  })
})
