import type { Browser, Locator, Page as Tab } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { readAssets } from '../server/assets.ts'
import { company, notFound } from '../shared/company.ts'
import { complaints, frames, hydrated, sharedBrowser } from './support/browser.ts'
import { build } from './support/folders.ts'
import { home, isOfBrowser, other, rows } from './support/table.ts'

type Attributes = Partial<Record<'href' | 'target' | 'download', string>>

const [from = home, to = other, third = from] = rows.filter(isOfBrowser)
const { pageScripts } = readAssets(build)
/** So small that every page has to be scrolled. */
const tiny = { width: 320, height: 240 }

const url = inject('static')
/** Another origin. */
const foreign = inject('live')
let browser: Browser
let page: Tab
let heard: string[]
beforeAll(async () => {
  browser = await sharedBrowser()
  page = await browser.newPage({ viewport: tiny })
  heard = complaints(page)
})
beforeEach(async () => {
  await page.goto(url + from.path)
  await hydrated(page)
  await page.evaluate(() => Object.assign(window, { same: true }))
  heard.splice(0)
})
afterAll(() => browser.close())

/** The mark stands on the window, so that only a new document loses it. */
const isSameDocument = () => page.evaluate(() => 'same' in window)

/** Puts a link into the words of the page, as a page's author would write it. */
async function link(attributes: Attributes) {
  await page.evaluate(attributes => {
    document.getElementById('under-test')?.remove()
    const link = document.createElement('a')
    link.id = 'under-test'
    for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value)
    link.append('a link under test')
    document.querySelector('main')?.prepend(link)
  }, attributes)
  return page.locator('#under-test')
}

/** Where a click hits an element, whatever lies over it: as a hand does, which does not wait. */
async function middleOf(element: Locator): Promise<[x: number, y: number]> {
  const { x, y, width, height } = (await element.first().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return [x + width / 2, y + height / 2]
}

async function arrivesAt(title: string, url: string, { sameDocument }: { sameDocument: boolean }) {
  await page.waitForURL(url)
  await expect.poll(() => page.title()).toBe(title)
  await expect.poll(isSameDocument).toBe(sameDocument)
}

describe('a link to a page, in any words,', () => {
  const arrives = (address = url + to.path) => arrivesAt(to.title, address, { sameDocument: true })

  test.each([
    ['its path', to.path],
    ['its path with a query and a fragment', `${to.path}?a=b#main`],
    ['its whole address', undefined],
  ])('is followed without a new document, given %s', async (_, path) => {
    await (await link({ href: path ?? url + to.path })).click()
    await arrives(url + (path ?? to.path))
    expect(heard).toEqual([])
  })

  test('is followed by the keyboard', async () => {
    await (await link({ href: to.path })).press('Enter')
    await arrives()
  })

  test('is followed by a click on what stands in it', async () => {
    await page.locator('header a').first().locator('svg').click()
    await arrivesAt(home.title, `${url}/`, { sameDocument: true })
  })

  test('is followed by the mouse as soon as the page of the first click is there', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    const [first, second] = [
      await middleOf(await link({ href: third.path })),
      await middleOf(page.locator('header a')),
    ]
    await page.mouse.click(...first)
    await page.waitForFunction(title => document.title === title, third.title)
    await page.mouse.click(...second)
    await arrivesAt(home.title, `${url}/`, { sameDocument: true })
    expect(heard).toEqual([])
  })

  test('makes one entry in the history, and none when it leads to the page that is shown', async () => {
    const entries = () => page.evaluate(() => history.length)
    const before = await entries()
    await (await link({ href: to.path })).click()
    await arrives()
    expect(await entries()).toBe(before + 1)
    await (await link({ href: to.path })).click()
    await arrives()
    expect(await entries()).toBe(before + 1)
  })

  test('scrolls to its fragment and moves the focus there', async () => {
    await page.evaluate(() => document.querySelector('footer')?.setAttribute('id', 'ünd'))
    await (await link({ href: `${to.path}#ünd` })).click()
    await arrives(`${url}${to.path}#${encodeURIComponent('ünd')}`)
    await expect(page.locator('footer').evaluate(footer => document.activeElement === footer)).resolves.toBe(
      true,
    )
    const { bottom, height } = await page
      .locator('footer')
      .evaluate(footer => ({ bottom: footer.getBoundingClientRect().bottom, height: innerHeight }))
    expect(Math.floor(bottom)).toBeLessThanOrEqual(height)
  })

  test('gives way to a later one that is followed before it has arrived', async () => {
    const late = Promise.withResolvers<void>()
    await page.route(`**${pageScripts[third.id]?.[0]}`, async route => {
      await late.promise
      await route.continue()
    })
    await page.evaluate(
      hrefs => {
        const [first, second] = hrefs.map(href => document.querySelector<HTMLElement>(`a[href="${href}"]`))
        first?.click()
        second?.click()
      },
      [third.path, to.path],
    )
    await arrives()
    late.resolve()
    await frames(page)
    await frames(page)
    await arrives()
    await page.unrouteAll({ behavior: 'wait' })
    // As with documents: the first one was never arrived at.
    await page.goBack()
    await expect.poll(() => page.title()).toBe(from.title)
    expect(await isSameDocument()).toBe(true)
    expect(heard).toEqual([])
  })

  test('is a document where the file of the page is gone, because of a release in between', async () => {
    await page.route('**/assets/*.js', route => route.fulfill({ status: 404 }))
    await (await link({ href: to.path })).click()
    await arrivesAt(to.title, url + to.path, { sameDocument: false })
    await page.unrouteAll()
  })
})

describe.each(['main', 'body'])('where an extension has replaced React’s %s, a link', replaced => {
  beforeEach(() =>
    page.evaluate(replaced => {
      const old = document.querySelector(replaced)
      const copy = old?.cloneNode(true)
      if (copy) old?.replaceWith(copy)
    }, replaced),
  )

  test('is a document', async () => {
    await (await link({ href: to.path })).click()
    await arrivesAt(to.title, url + to.path, { sameDocument: false })
    expect(heard).toEqual([])
  })
})

test('Back is a document where an extension has replaced React’s main', async () => {
  await (await link({ href: to.path })).click()
  await arrivesAt(to.title, url + to.path, { sameDocument: true })
  await page.evaluate(() => document.querySelector('main')?.replaceWith('Not React’s.'))
  await page.goBack()
  await arrivesAt(from.title, url + from.path, { sameDocument: false })
  expect(await page.locator('main').count()).toBe(1)
})

describe('the browser’s own affair', () => {
  type Click = Parameters<Locator['click']>[0]
  test.each<[string, Attributes, Click, 'page' | 'download']>([
    ['a click with Control', {}, { modifiers: ['Control'] }, 'page'],
    ['a click with Shift', {}, { modifiers: ['Shift'] }, 'page'],
    ['a click with Alt', {}, { modifiers: ['Alt'] }, 'download'],
    ['a middle click', {}, { button: 'middle' }, 'page'],
    ['a link with a target', { target: '_blank' }, {}, 'page'],
    ['a link with a download', { download: '' }, {}, 'download'],
  ])('is %s', async (_, attributes, click, event) => {
    const target = await link({ href: to.path, ...attributes })
    const opening = event === 'page' ? page.context().waitForEvent('page') : page.waitForEvent('download')
    await target.click(click)
    const opened = await opening
    if ('waitForURL' in opened) await opened.waitForURL(url + to.path) // A tab is there before its first navigation.
    expect(opened.url()).toBe(url + to.path)
    expect(page.url()).toBe(url + from.path)
  })

  test('is a link that asks for a document by its target', async () => {
    await (await link({ href: to.path, target: '_self' })).click()
    await arrivesAt(to.title, url + to.path, { sameDocument: false })
  })

  test('is a link to another origin', async () => {
    await (await link({ href: foreign + to.path })).click()
    await arrivesAt(to.title, foreign + to.path, { sameDocument: false })
  })

  test.each([company.members?.path ?? '/members', `${to.path}.html`])(
    'is a link to %s, which is no page of the table',
    async path => {
      const answered = page.waitForResponse(url + path)
      await (await link({ href: path })).click()
      await answered
      expect([notFound.title, to.title]).toContain(await page.title())
      expect(await isSameDocument()).toBe(false)
    },
  )

  test('is a fragment of the page that is shown', async () => {
    await (await link({ href: '#main' })).click()
    await arrivesAt(from.title, `${url}${from.path}#main`, { sameDocument: true })
    expect(await page.evaluate(() => document.querySelector(':target')?.id)).toBe('main')
    await page.goBack()
    await arrivesAt(from.title, url + from.path, { sameDocument: true })
  })

  test('is a click that the page has prevented', async () => {
    const target = await link({ href: to.path })
    await target.evaluate(link => link.addEventListener('click', event => event.preventDefault()))
    await target.click()
    await frames(page)
    await frames(page)
    expect(page.url()).toBe(url + from.path)
  })
})
