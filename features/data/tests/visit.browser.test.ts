// Visits to pages with data in four browsers: links, queries, forms, and data from another build. tests/browser/visit has
// the rest.
import { describe, expect, test } from 'vitest'
import { needsPackaged } from '../../../tests/browser/support/carried.ts'
import { hydrated, newPage } from '../../../tests/browser/support/open-page.ts'
import { inEachBrowser, low, navigationType, serve, serveHeld } from '../../../tests/browser/support/visit.ts'
import { facts, siteOf } from '../../../tests/support/fixture-site.ts'

/** The source of a job, which has a different text with a query. */
globalThis.sources = {
  job: ({ pathname, search }) => {
    const title = pathname.endsWith('/lagerist') ? 'Lagerist' : 'Tischlerin'
    return [title, search ? `Kurz gesagt: ${title}.` : `Alles über ${title}.`]
  },
}

type Site = Awaited<ReturnType<typeof serve>>

const DATA = /\.json(\?|$)/
/** The requests for data. */
const dataOf = ({ requests }: Site) => requests.filter(url => DATA.test(url))

/** Answers each later request for data as a server with another build would. */
const changeData = (site: Site) =>
  site.replace(DATA, (_req, res) => {
    const head = { title: 'Von einem anderen Stand', description: '' }
    res.setHeader('Content-Type', 'application/json').end(JSON.stringify({ buildId: 'another', head }))
  })

inEachBrowser(visitor => {
  const { open, openHydrated, scrollTo, back, enter } = visitor
  const arrives = (title: string) =>
    visitor.wait(() => document.title, `${title} | Müller & Söhne "D'r <Hof>"`)

  test('hydrates pages with data, with a query and with a param, without problems', async () => {
    await using site = await serve()
    for (const path of ['/kurse', '/stellen/tischlerin', '/stellen?ort=K%C3%B6ln']) {
      await openHydrated(site.url + path)
      expect({ path, problems: await visitor.evaluate(() => window.problems) }).toEqual({
        path,
        problems: [],
      })
    }
  })

  test('restores a scroll position on Back that changed while the next page’s data was loading', async () => {
    await using site = await serveHeld(/^\/stellen\.json/)
    await openHydrated(site.url, low)
    await scrollTo(200)
    await enter('footer a[href="/stellen"]')
    await expect.poll(() => dataOf(site)).toEqual(['/stellen.json'])
    await scrollTo(90)
    site.release()
    await arrives('Stellen')
    await visitor.wait(() => Math.round(scrollY), 0)
    await back()
    await visitor.wait(() => [location.pathname, Math.round(scrollY)].join(' '), '/ 90')
  })

  test('follows a link without a page load on a page that an extension has changed', async () => {
    await using site = await serveHeld()
    await open(site.url)
    await visitor.evaluate(() => document.querySelector('h1')?.remove())
    site.release()
    await visitor.hydrated()
    await enter('footer a[href="/kurse"]') // The page still recognizes its data as from the same build.
    await arrives('Kurse')
    expect(site.documents()).toEqual(['/'])
  })

  test('keeps the state of a page for another query, and resets it for another path', async () => {
    await using site = await serve()
    await openHydrated(`${site.url}/stellen/tischlerin`)
    const first = await visitor.evaluate(() => window.documentId)
    const shows = (state: string, words: string) => visitor.wait(shownJob, { state, words })
    await shows('tischlerin: 38 Stunden', 'Alles über Tischlerin.')
    await visitor.click('main button')
    await shows('tischlerin: 37 Stunden', 'Alles über Tischlerin.')
    await visitor.click('main a[href^="?"]')
    await shows('tischlerin?ansicht=kurz: 37 Stunden', 'Kurz gesagt: Tischlerin.')
    await visitor.click('main a[href="/stellen/lagerist"]')
    await shows('lagerist: 38 Stunden', 'Alles über Lagerist.')
    expect(await visitor.evaluate(() => document.title)).toBe(`Lagerist | Müller & Söhne "D'r <Hof>"`)
    await back()
    await shows('tischlerin?ansicht=kurz: 38 Stunden', 'Kurz gesagt: Tischlerin.')
    expect(site.documents()).toEqual(['/stellen/tischlerin'])
    expect(new Set(dataOf(site))).toEqual(
      new Set(['/stellen/tischlerin.json?ansicht=kurz', '/stellen/lagerist.json']),
    )
    expect(await visitor.evaluate(() => ({ at: window.documentId, problems: window.problems }))).toEqual({
      at: first,
      problems: [],
    })
  })

  test('requests data once when the visitor hovers over a link and then clicks it', async () => {
    await using site = await serve()
    await openHydrated(`${site.url}/stellen/tischlerin`)
    const link = 'main a[href="/stellen/lagerist"]'
    await visitor.hover(link)
    await expect.poll(() => dataOf(site)).toEqual(['/stellen/lagerist.json'])
    await visitor.click(link)
    await visitor.wait(() => location.pathname, '/stellen/lagerist')
    expect(dataOf(site)).toEqual(['/stellen/lagerist.json'])
  })

  test('follows the last click while the data of an earlier one is still loading', async () => {
    await using site = await serveHeld(/^\/stellen\.json/)
    await openHydrated(`${site.url}/stellen/tischlerin`)
    await enter('footer a[href="/stellen"]')
    await expect.poll(() => dataOf(site)).toEqual(['/stellen.json'])
    await enter('footer a[href="/kontakt"]')
    await arrives('Kontakt')
    site.release()
    await back()
    await arrives('Tischlerin')
    expect(site.documents()).toEqual(['/stellen/tischlerin'])
  })

  test('submits a GET form to another query without a page load', async () => {
    await using site = await serve()
    await openHydrated(`${site.url}/stellen`)
    await visitor.evaluate(() => document.querySelector<HTMLInputElement>('main input')?.select())
    await visitor.press('x')
    await visitor.click('main form button')
    await visitor.wait(() => document.querySelector('h1')?.textContent, 'Stellen x')
    expect(await visitor.evaluate(() => location.search)).toBe('?ort=x')
    expect(site.documents()).toEqual(['/stellen'])
    expect(dataOf(site)).toEqual(['/stellen.json?ort=x'])
  })

  test('follows a link with a page load if its data is from another build', async () => {
    await using site = await serve()
    await openHydrated(`${site.url}/stellen/tischlerin`)
    changeData(site)
    await visitor.click('main a.r-next')
    await visitor.wait(
      () => location.pathname + document.title,
      `/stellenStellen | Müller & Söhne "D'r <Hof>"`,
    )
    await visitor.hydrated()
    expect(site.documents()).toEqual(['/stellen/tischlerin', '/stellen'])
  })

  /** Opens a page, makes later data come from another build, and follows a link to the page itself, which reloads it. */
  const followToItself = async (site: Site) => {
    await openHydrated(`${site.url}/stellen`)
    changeData(site)
    await enter('footer a[href="/stellen"]')
    await expect.poll(site.documents).toEqual(['/stellen', '/stellen'])
    await visitor.wait(navigationType, 'reload')
    await visitor.hydrated()
  }

  test('reloads the current page once if its data is from another build', async () => {
    await using site = await serve()
    await followToItself(site)
    const shown = () => ({ path: location.pathname, heading: document.querySelector('h1')?.textContent })
    expect(await visitor.evaluate(shown)).toEqual({ path: '/stellen', heading: 'Stellen überall' })
  })

  test('shows the error page if a reload hasn’t helped, and doesn’t reload again', async () => {
    await using site = await serve()
    await followToItself(site)
    await enter('footer a[href="/stellen"]')
    await visitor.wait(() => document.querySelector('h1')?.textContent, facts.messages.failed.label)
    expect(site.documents()).toEqual(['/stellen', '/stellen'])
  })
})

describe('Chromium under special conditions', needsPackaged(), () => {
  async function open(url: string, options = {}) {
    const { page } = await newPage('@sparticuz/chromium', options)
    await page.goto(url)
    return page
  }

  test('shows a page’s data and submits a form to another query without a script', async () => {
    await using site = await serve()
    const page = await open(`${site.url}/stellen/tischlerin`, { javaScriptEnabled: false })
    expect(await page.locator('main p').allTextContents()).toContain('Alles über Tischlerin.')
    await page.goto(`${site.url}/stellen`)
    await page.fill('main input', 'Köln')
    await page.click('main form button')
    await page.waitForURL(`${site.url}/stellen?ort=K%C3%B6ln`)
    expect(await page.textContent('h1')).toBe('Stellen Köln')
  })

  test('hydrates a page and requests its data on a host with one file for every query', async () => {
    await using site = await serve({ site: await siteOf({ serve: 'static' }) })
    const page = await open(`${site.url}/stellen/tischlerin?ansicht=kurz`)
    await page.getByText('tischlerin?ansicht=kurz: 38 Stunden').waitFor()
    expect(await page.evaluate(() => window.problems)).toEqual([])
    await expect.poll(() => dataOf(site)).toEqual(['/stellen/tischlerin.json?ansicht=kurz'])
  })

  test('keeps a page without a reload while such a host is being updated', async () => {
    await using site = await serve({ site: await siteOf({ serve: 'static' }) })
    changeData(site)
    const page = await open(`${site.url}/stellen?utm_source=a`)
    await hydrated(page)
    await expect.poll(() => dataOf(site)).toEqual(['/stellen.json?utm_source=a'])
    await page.click('main a[href="/kontakt"]')
    await page.waitForURL(`${site.url}/kontakt`)
    expect(site.documents()).toEqual(['/stellen?utm_source=a'])
    await page.goBack() // It requests its data again, and then its document, once.
    await page.getByRole('heading', { name: 'Stellen überall' }).waitFor()
    await hydrated(page)
    expect(site.documents()).toEqual(['/stellen?utm_source=a', '/stellen?utm_source=a'])
  })
})

// The functions below run in the page.

/** The text and state that the page of a job shows. */
function shownJob() {
  const [words, state] = [...document.querySelectorAll('main p')].map(({ textContent }) => textContent)
  return { state, words }
}
