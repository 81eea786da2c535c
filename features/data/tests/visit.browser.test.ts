// A visit of pages with data in four browsers: links, queries, forms, and data of another build. tests/browser/visit has the rest.
import { describe, expect, test } from 'vitest'
import { needsPackaged } from '../../../tests/browser/support/carried.ts'
import { hydrated, newPage } from '../../../tests/browser/support/open-page.ts'
import { inEachBrowser, low, navigationType, serve, serveHeld } from '../../../tests/browser/support/visit.ts'
import { facts, siteOf } from '../../../tests/support/fixture-site.ts'

/** What the source of a job has: other words for other queries. */
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

/** Answers each later request for data as a server does to which another build has come. */
const changeData = (site: Site) =>
  site.replace(DATA, (_req, res) => {
    const head = { title: 'Von einem anderen Stand', description: '' }
    res.setHeader('Content-Type', 'application/json').end(JSON.stringify({ buildId: 'another', head }))
  })

inEachBrowser(visitor => {
  const { open, openHydrated, scrollTo, back, enter } = visitor
  const arrives = (title: string) =>
    visitor.wait(() => document.title, `${title} | Müller & Söhne "D'r <Hof>"`)

  test('hydrates pages with data, for a query and for a path with a param, without a problem', async () => {
    await using site = await serve()
    for (const path of ['/kurse', '/stellen/tischlerin', '/stellen?ort=K%C3%B6ln']) {
      await openHydrated(site.url + path)
      expect({ path, problems: await visitor.evaluate(() => window.problems) }).toEqual({
        path,
        problems: [],
      })
    }
  })

  test('returns by Back to where the visitor has left a page while the data of the next one was on its way', async () => {
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

  test('follows a link without a document on a page that an extension has changed', async () => {
    await using site = await serveHeld()
    await open(site.url)
    await visitor.evaluate(() => document.querySelector('h1')?.remove())
    site.release()
    await visitor.hydrated()
    await enter('footer a[href="/kurse"]') // Its data is of this build, as the page still knows.
    await arrives('Kurse')
    expect(site.documents()).toEqual(['/'])
  })

  test('has data and state on one page: another query keeps the state, another path begins anew', async () => {
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

  test('asks for data once where the visitor has stayed on a link, and then clicks', async () => {
    await using site = await serve()
    await openHydrated(`${site.url}/stellen/tischlerin`)
    const link = 'main a[href="/stellen/lagerist"]'
    await visitor.hover(link)
    await expect.poll(() => dataOf(site)).toEqual(['/stellen/lagerist.json'])
    await visitor.click(link)
    await visitor.wait(() => location.pathname, '/stellen/lagerist')
    expect(dataOf(site)).toEqual(['/stellen/lagerist.json'])
  })

  test('goes where the visitor has clicked last, while data is still on its way', async () => {
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

  test('takes a form of the method GET to another query, without a document', async () => {
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

  test('follows a link by a document where its data is of another build', async () => {
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

  /** Opens a page whose data is of another build then, and follows a link to the page itself: that reloads it. */
  const followToItself = async (site: Site) => {
    await openHydrated(`${site.url}/stellen`)
    changeData(site)
    await enter('footer a[href="/stellen"]')
    await expect.poll(site.documents).toEqual(['/stellen', '/stellen'])
    await visitor.wait(navigationType, 'reload')
    await visitor.hydrated()
  }

  test('reloads the current address once where its data is of another build', async () => {
    await using site = await serve()
    await followToItself(site)
    const shown = () => ({ path: location.pathname, heading: document.querySelector('h1')?.textContent })
    expect(await visitor.evaluate(shown)).toEqual({ path: '/stellen', heading: 'Stellen überall' })
  })

  test('shows the error page where a reload has not helped, and does not reload again', async () => {
    await using site = await serve()
    await followToItself(site)
    await enter('footer a[href="/stellen"]')
    await visitor.wait(() => document.querySelector('h1')?.textContent, facts.messages.failed.label)
    expect(site.documents()).toEqual(['/stellen', '/stellen'])
  })
})

describe('Chromium, as some visitors have it', needsPackaged(), () => {
  async function open(url: string, options = {}) {
    const { page } = await newPage('@sparticuz/chromium', options)
    await page.goto(url)
    return page
  }

  test('without a script: a page shows its data, and a form leads to another query', async () => {
    await using site = await serve()
    const page = await open(`${site.url}/stellen/tischlerin`, { javaScriptEnabled: false })
    expect(await page.locator('main p').allTextContents()).toContain('Alles über Tischlerin.')
    await page.goto(`${site.url}/stellen`)
    await page.fill('main input', 'Köln')
    await page.click('main form button')
    await page.waitForURL(`${site.url}/stellen?ort=K%C3%B6ln`)
    expect(await page.textContent('h1')).toBe('Stellen Köln')
  })

  test('on a host that has one file for every query: the page is hydrated, and asks for its data', async () => {
    await using site = await serve({ site: await siteOf({ serve: 'static' }) })
    const page = await open(`${site.url}/stellen/tischlerin?ansicht=kurz`)
    await page.getByText('tischlerin?ansicht=kurz: 38 Stunden').waitFor()
    expect(await page.evaluate(() => window.problems)).toEqual([])
    await expect.poll(() => dataOf(site)).toEqual(['/stellen/tischlerin.json?ansicht=kurz'])
  })

  test('on such a host while it is updated: the page stays, and is not reloaded', async () => {
    await using site = await serve({ site: await siteOf({ serve: 'static' }) })
    changeData(site)
    const page = await open(`${site.url}/stellen?utm_source=a`)
    await hydrated(page)
    await expect.poll(() => dataOf(site)).toEqual(['/stellen.json?utm_source=a'])
    await page.click('main a[href="/kontakt"]')
    await page.waitForURL(`${site.url}/kontakt`)
    expect(site.documents()).toEqual(['/stellen?utm_source=a'])
    await page.goBack() // Its data is asked for again, and then its document, once.
    await page.getByRole('heading', { name: 'Stellen überall' }).waitFor()
    await hydrated(page)
    expect(site.documents()).toEqual(['/stellen?utm_source=a', '/stellen?utm_source=a'])
  })
})

// What follows runs in the page.

/** What the page of a job shows. */
function shownJob() {
  const [words, state] = [...document.querySelectorAll('main p')].map(({ textContent }) => textContent)
  return { state, words }
}
