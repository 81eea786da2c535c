// Parts of a page whose script can't be fetched, in four browsers.
import { expect, test } from 'vitest'
import { inEachBrowser, navigationType, noteFallback, serve } from '../../../tests/browser/support/visit.ts'

inEachBrowser(visitor => {
  const { open, openHydrated } = visitor

  const requestsOf = ({ requests }: { requests: string[] }, part: string) =>
    requests.filter(url => url.includes(part)).length
  const words = () => visitor.evaluate(() => document.querySelector('main')?.textContent)

  /** Clicks a link to the page with the parts. */
  const followLink = () => visitor.evaluate(clickLink)

  test('keeps a lazy component whose script can’t be loaded, and retries once, then on each click', async () => {
    await using site = await serve()
    site.lose(/voices-(short|long)/)
    await open(`${site.url}/stimmen`)
    const before = await words()
    await visitor.evaluate(noteFallback)
    await visitor.hydrated()
    await expect.poll(() => requestsOf(site, 'voices-short')).toBe(2)
    expect(await words()).toBe(before)
    site.lose()
    await visitor.click('h1')
    await expect.poll(() => requestsOf(site, 'voices-short')).toBeGreaterThan(2)
    await visitor.wait(() => {
      document.querySelector<HTMLElement>('main blockquote + button')?.click()
      return document.querySelector('main blockquote + button')?.textContent
    }, 'Das Lager stimmt.')
    expect(await visitor.evaluate(() => document.documentElement.hasAttribute('data-fallback'))).toBe(false)
    expect(site.documents()).toEqual(['/stimmen'])
  })

  test('keeps a lazy component whose script is gone, and reloads once, on a click', async () => {
    await using site = await serve()
    site.lose(/voices-(short|long)/, 404)
    await open(`${site.url}/stimmen`)
    const before = await words()
    await visitor.hydrated()
    await expect.poll(() => requestsOf(site, 'voices-short')).toBe(2)
    expect(await words()).toBe(before)
    expect(site.documents()).toEqual(['/stimmen'])
    await visitor.click('h1')
    await expect.poll(site.documents).toEqual(['/stimmen', '/stimmen'])
    await visitor.wait(navigationType, 'reload')
    await visitor.hydrated()
    await expect.poll(() => requestsOf(site, 'voices-short')).toBe(5)
    await visitor.click('h1') // Doesn't reload the document a second time.
    await expect.poll(() => requestsOf(site, 'voices-short')).toBe(6)
    expect(await words()).toBe(before)
    expect(site.documents()).toEqual(['/stimmen', '/stimmen'])
  })

  test('shows the fallback of a lazy component that can’t be loaded after a link, until a click retries', async () => {
    await using site = await serve()
    await openHydrated(site.url)
    site.lose(/voices-short/)
    await followLink()
    await expect.poll(() => requestsOf(site, 'voices-short')).toBe(2)
    await expect.poll(words).toContain('echt.Wird geladenLang')
    site.lose()
    await visitor.click('h1')
    await visitor.wait(() => document.querySelector('main')?.textContent.includes('Kurz, aber ehrlich'), true)
    expect(site.documents()).toEqual(['/'])
  })

  test('loads the document of a linked page if a release has removed the script of its lazy component', async () => {
    await using site = await serve()
    await openHydrated(site.url)
    site.lose(/voices-short/, 404)
    await followLink()
    await expect.poll(site.documents).toEqual(['/', '/stimmen'])
    await visitor.wait(() => document.querySelector('main')?.textContent.includes('Kurz, aber ehrlich'), true)
  })

  test('reloads the document once if a click needs a script that a release has removed', async () => {
    await using site = await serve()
    await openHydrated(`${site.url}/stimmen`)
    site.lose(/voices-more/, 404)
    await visitor.click('main label + button')
    await expect.poll(site.documents).toEqual(['/stimmen', '/stimmen'])
    await visitor.wait(navigationType, 'reload')
    await visitor.hydrated()
    await visitor.click('main label + button')
    await expect.poll(() => requestsOf(site, 'voices-more')).toBe(4)
    expect(site.documents()).toEqual(['/stimmen', '/stimmen'])
    site.lose()
    // A click retries, once the last request has failed.
    const hasPart = async () => {
      await visitor.click('h1')
      return visitor.evaluate(() => document.body.textContent.includes('eine dritte Stimme'))
    }
    await expect.poll(hasPart, { timeout: 60_000 }).toBe(true)
  })
})

// This function runs in the page.

function clickLink() {
  const link = Object.assign(document.createElement('a'), { href: '/stimmen' })
  document.querySelector('header')?.append(link)
  link.click()
  link.remove()
}
