import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browsers } from '../../scripts/build/browsers.ts'
import type { Row } from '../../shared/page-table.ts'
import { launchChromium } from '../support/browser.ts'
import { needsPackaged } from '../support/carried.ts'
import { launchFirefox } from '../support/firefox.ts'
import { assets, build, facts, listen, origin, siteOf, table } from '../support/fixture-site.ts'
import { needs } from '../support/needs.ts'
import { createVisitor, type Visitor } from '../support/visitor.ts'
import { launchWebKit } from '../support/webkit.ts'

// What a visit of the fixture's site is like, from the first byte to the last link, in each engine.
const engines = [
  { name: 'Chromium', needed: needsPackaged(), launch: () => launchChromium('@sparticuz/chromium') },
  { name: 'Chrome 109', needed: needsPackaged(), launch: () => launchChromium('chromium-109') },
  { name: 'Firefox', needed: needs('firefox'), launch: launchFirefox },
  { name: 'WebKit', needed: needs('WebKitWebDriver', 'Xvfb'), launch: launchWebKit },
]

declare global {
  interface Window {
    /** What has gone wrong in the page since its script came. */
    problems?: string[]
  }
}

type Size = readonly [width: number, height: number]
const desk: Size = [1280, 800]
/** WebKit's window is no narrower. */
const phone: Size = [450, 844]
/** So low that every page has to be scrolled. */
const low: Size = [450, 300]

const clientPages = table.rows.filter(({ server }) => !server)
const home = clientPages.find(({ path }) => path === '/') as Row
/** The client pages in the footer, which shows its links in every window. */
const linked = table.menus.footer.flatMap(({ path }) => clientPages.filter(row => row.path === path))
const inHeader = table.menus.header.map(({ path }) => path)
const [next, second, third] = linked as [Row, Row, Row]
const app = await siteOf()
const { notFound } = facts
const members = facts.company.members?.path ?? ''
const isScript = ({ url = '' }: IncomingMessage) => url.endsWith('.js')

type Before = (req: IncomingMessage, res: ServerResponse) => unknown

/**
 * Serves the site from an origin of its own, of which no cache knows anything, and notes what it is asked for. What a
 * test puts `before` the site may wait, or respond itself.
 */
async function serve(before: Before = () => {}) {
  const requests: string[] = []
  const server = await listen(async (req, res) => {
    requests.push(req.url ?? '')
    await before(req, res)
    if (res.headersSent || res.destroyed) return
    const [first = ''] = assets.scripts
    if (req.url !== first) return app(req, res)
    // Not every driver hears of what goes wrong in a page.
    res.writeHead(200, { 'Content-Type': 'text/javascript' })
    res.end(`(${collectProblems})();${readFileSync(join(build, 'public', first), 'utf8')}`)
  })
  return { ...server, requests }
}

/** Serves the site without its script, until it is released. */
async function serveHeld() {
  const { promise, resolve: release } = Promise.withResolvers<void>()
  return { ...(await serve(req => isScript(req) && promise)), release }
}

const respondGone: Before = (req, res) => isScript(req) && res.writeHead(404).end()

/** Runs in the page. */
function collectProblems() {
  const problems: string[] = []
  window.problems = problems
  addEventListener('error', ({ message }) => problems.push(message))
  addEventListener('unhandledrejection', ({ reason }) => problems.push(String(reason)))
  addEventListener('securitypolicyviolation', ({ violatedDirective }) => problems.push(violatedDirective))
  console.error = (...args) => problems.push(args.join(' '))
}

for (const { name, needed, launch } of engines)
  describe(name, needed, () => {
    const hasPopovers = name !== 'Chrome 109'
    /** For what our script decides, and not the engine. */
    const once = test.runIf(name === 'Chromium')
    let visitor: Visitor
    beforeAll(async () => {
      visitor = createVisitor(await launch())
    })
    afterAll(() => visitor?.close())

    const open = async (url: string, size = desk) => {
      await visitor.resize(...size)
      await visitor.open(url)
    }
    const openHydrated = async (url: string, size = desk) => {
      await open(url, size)
      await visitor.hydrated()
    }
    const back = () => visitor.evaluate(() => void setTimeout(() => history.back()))
    const scrollTo = (top: number) => visitor.evaluate(top => window.scrollTo(0, top), top)
    const arrives = ({ title }: { title: string }) => visitor.wait(() => document.title, title)
    const follow = async (row: Row) => {
      await visitor.click(`a[href="${row.path}"]`)
      await arrives(row)
    }
    /** Whether something makes the browser load a document. */
    const loadsDocument = async (act: () => Promise<unknown>) => {
      const before = await visitor.evaluate(() => performance.timeOrigin)
      await act()
      return before !== (await visitor.evaluate(() => performance.timeOrigin))
    }
    /** By the keyboard, so that nothing is scrolled. */
    const enter = async (selector: string) => {
      await visitor.evaluate(
        selector => document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true }),
        selector,
      )
      await visitor.press('Enter')
    }

    test('hydrates every client page without a problem, keeps nothing, and asks no other origin', async () => {
      await using site = await serve()
      for (const { path } of [...clientPages, { path: '/nothing/here' }]) {
        await openHydrated(site.url + path)
        const seen = await visitor.evaluate(() => ({
          problems: window.problems,
          kept: [document.cookie, localStorage.length, sessionStorage.length],
          origins: performance.getEntriesByType('resource').map(({ name }) => new URL(name).origin),
          styles: [...document.styleSheets].filter(({ cssRules }) => cssRules.length > 0).length,
        }))
        expect(seen, path).toMatchObject({ problems: [], kept: ['', 0, 0], styles: 1 })
        expect(new Set(seen.origins), path).toEqual(new Set([site.url]))
      }
    })

    test('changes pages without a reload: the head, the marked link and the announcement follow', async () => {
      await using site = await serve()
      await openHydrated(site.url)
      const shown = () =>
        visitor.evaluate(() => ({
          title: document.title,
          description: document.querySelector<HTMLMetaElement>('meta[name=description]')?.content,
          canonical: document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href,
          marked: document.querySelector('footer [aria-current]')?.getAttribute('href'),
          announced: document.querySelector('[role=status]')?.textContent,
          focused: document.activeElement?.getAttribute('href'),
          document: performance.timeOrigin,
          problems: window.problems,
        }))
      const before = await shown()
      expect(before.announced).toBe('')
      for (const row of linked) {
        await enter(`footer a[href="${row.path}"]`) // WebKit focuses no link that is clicked.
        const { path, title, description } = row
        await expect.poll(shown).toEqual({
          ...before,
          ...{ title, description, canonical: origin + path, marked: path, announced: title, focused: path },
        })
      }
    })

    test('moves the focus to the heading of the next page when the link has gone', async () => {
      await using site = await serve()
      await openHydrated(site.url + next.path)
      await enter('main a.next')
      await visitor.wait(() => document.activeElement?.tagName, 'H1')
      expect(await visitor.evaluate(() => window.problems)).toEqual([])
    })

    test('begins a page at its top; Back and Forward return to where the visitor was, after a reload, too', async () => {
      await using site = await serve()
      await openHydrated(site.url, low)
      const isAt = async (row: Row, top: number) => {
        await arrives(row)
        await visitor.wait(() => Math.round(scrollY), top)
      }
      await scrollTo(200)
      await enter(`footer a[href="${next.path}"]`)
      await isAt(next, 0)
      await scrollTo(40)
      await back()
      await isAt(home, 200)
      await visitor.evaluate(() => history.forward())
      await isAt(next, 40)
      await visitor.evaluate(() => void setTimeout(() => location.reload()))
      await visitor.wait(() => performance.getEntriesByType('navigation')[0]?.toJSON().type, 'reload')
      await visitor.hydrated()
      await back()
      await isAt(home, 200)
    })

    test('stays where the visitor has scrolled to before the script came', async () => {
      await using site = await serveHeld()
      await open(site.url, low)
      await scrollTo(200)
      site.release()
      await visitor.hydrated()
      await visitor.evaluate(twoFrames)
      expect(await visitor.evaluate(() => Math.round(scrollY))).toBe(200)
    })

    test('leaves a page alone that the browser has translated before the script came', async () => {
      await using site = await serveHeld()
      await open(site.url)
      const html = () =>
        visitor.evaluate(() => document.documentElement.outerHTML.replace(/<link[^>]*>/g, ''))
      const original = await html()
      await visitor.evaluate(
        name.startsWith('Chrom')
          ? () => document.querySelector('h1')?.append(document.createElement('font'))
          : () => document.documentElement.setAttribute('lang', 'tlh'),
      )
      const translated = await html()
      expect(translated).not.toBe(original)
      site.release()
      await visitor.wait(() => document.querySelectorAll('link[rel=modulepreload]').length > 0, true)
      // As a string, because vitest rewrites import().
      const links = "document.querySelectorAll('link[rel=modulepreload]')"
      await visitor.evaluate(`Promise.all([...${links}].map(({ href }) => import(href).then(() => '')))`)
      await visitor.evaluate(twoFrames)
      expect(await html()).toBe(translated)
      expect(await loadsDocument(() => follow(next))).toBe(true)
    })

    once('renders a page anew that an extension has changed, with its icons and colours', async () => {
      await using site = await serveHeld()
      await open(site.url)
      const head = () =>
        visitor.evaluate(() =>
          ['h1', 'style', '[rel=icon]', '[rel=apple-touch-icon]', '[rel=manifest]', '[name=theme-color]'].map(
            selector => document.querySelectorAll(selector).length,
          ),
        )
      const before = await head()
      await visitor.evaluate(() => document.querySelector('h1')?.remove())
      site.release()
      await visitor.hydrated()
      expect(await head()).toEqual(before)
    })

    once('corrects an address for which a static host has sent its not-found page', async () => {
      const wrong = `${next.path.toUpperCase()}/`
      await using site = await serve(req => {
        if (req.url?.startsWith(wrong)) req.url = '/404'
      })
      await open(`${site.url}${wrong}?a=b#c`)
      await visitor.wait(() => location.href, `${site.url}${next.path}?a=b#c`)
      await arrives(next)
    })

    test('goes to the page of a link that is clicked while the script is evaluated', async () => {
      await using site = await serveHeld()
      await open(site.url)
      site.release()
      await follow(next)
    })

    test('costs one HTML response for each page before the script has come, and none afterwards', async () => {
      await using site = await serveHeld()
      await open(site.url)
      await enter(`footer a[href="${next.path}"]`) // A pointer may have it fetched ahead.
      await arrives(next)
      const documents = () => site.requests.filter(url => !/\.\w+$/.test(url))
      expect(documents()).toEqual(['/', next.path])
      site.release()
      await visitor.hydrated()
      await follow(second)
      await visitor.evaluate(twoFrames)
      expect(documents()).toEqual(['/', next.path])
    })

    once(
      'works on where a file of the script is gone, because of a release in between, and another is cut off',
      async () => {
        await using site = await serve((req, res) =>
          req.url === assets.scripts[0] ? res.destroy() : respondGone(req, res),
        )
        await open(site.url, phone)
        await expect.poll(() => site.requests.some(path => path.endsWith('.js'))).toBe(true)
        await follow(next)
      },
    )

    once('asks for the document of a page whose file is gone', async () => {
      let gone = false
      await using site = await serve((req, res) => gone && respondGone(req, res))
      await openHydrated(site.url)
      gone = true
      expect(await loadsDocument(() => follow(next))).toBe(true)
    })

    once.each(['arrives late', 'turns out to be gone'])(
      'follows the later of two links where the file of the first %s',
      async how => {
        const [file] = assets.pageScripts[second.id] ?? []
        const { promise: late, resolve: arrive } = Promise.withResolvers<void>()
        const { promise: sent, resolve: finish } = Promise.withResolvers<void>()
        await using site = await serve(async (req, res) => {
          if (req.url !== file) return
          res.on('finish', finish)
          await late
          if (how.includes('gone')) respondGone(req, res)
        })
        await openHydrated(site.url)
        await visitor.click(`a[href="${second.path}"]`)
        await follow(third)
        arrive()
        await sent
        await visitor.evaluate(twoFrames)
        await arrives(third)
        await back()
        await arrives(home)
        expect(await visitor.evaluate(() => window.problems)).toEqual([])
      },
    )

    test('shows and focuses what the fragment of a link names', async () => {
      await using site = await serve()
      await openHydrated(site.url, low)
      await visitor.evaluate(href => {
        document.querySelector('footer')?.setAttribute('id', 'ünd')
        document.querySelector(`footer a[href="${href}"]`)?.setAttribute('href', `${href}#ünd`)
      }, next.path)
      await visitor.click(`a[href="${next.path}#ünd"]`)
      await arrives(next)
      await visitor.wait(() => document.activeElement?.id, 'ünd')
      expect(await visitor.evaluate(() => scrollY)).toBeGreaterThan(0)
    })

    once('asks for documents where an extension has replaced what React renders', async () => {
      await using site = await serve()
      const replaceMain = () =>
        visitor.evaluate(() => document.querySelector('main')?.replaceWith(document.createElement('main')))
      await openHydrated(site.url)
      await replaceMain()
      expect(await loadsDocument(() => follow(next))).toBe(true)
      await visitor.hydrated()
      await follow(second)
      await replaceMain()
      await back()
      await arrives(next)
      await visitor.wait(() => document.querySelectorAll('main h1').length, 1)
    })

    describe.runIf(hasPopovers)('the menu of a small window', () => {
      const toggle = async (expected: boolean) => {
        await visitor.click('[popovertarget]')
        await visitor.wait(isOpen, expected)
      }

      test('opens and closes before the script has come, and stays open while it comes', async () => {
        await using site = await serveHeld()
        await open(site.url, phone)
        await toggle(true)
        await toggle(false)
        await toggle(true)
        site.release()
        await visitor.hydrated()
        expect(await visitor.evaluate(isOpen)).toBe(true)
        await toggle(false)
        expect(await visitor.evaluate(() => window.problems)).toEqual([])
      })

      test('closes by each of its links, by Escape and by Back', async () => {
        await using site = await serve()
        await openHydrated(site.url, phone)
        const useMenu = async () => {
          for (const row of clientPages.filter(({ path }) => inHeader.includes(path))) {
            await toggle(true)
            await visitor.click(`[popover] a[href="${row.path}"]`)
            await arrives(row)
            await visitor.wait(isOpen, false)
          }
          await toggle(true)
          await visitor.press('Escape')
          await visitor.wait(isOpen, false)
          await toggle(true)
          await back()
          await visitor.wait(isOpen, false)
        }
        expect(await loadsDocument(useMenu)).toBe(false)
      })

      test.for(['before the script has come', 'when the page is hydrated'])(
        'never covers what has the focus, %s',
        async (when, { skip }) => {
          skip(
            name === 'WebKit' && when.startsWith('before'),
            'WebKitGTK has no :focus-visible on a screen without a window manager',
          )
          await using site = await serveHeld()
          await open(site.url, low)
          if (when.startsWith('when')) {
            site.release()
            await visitor.hydrated()
          }
          await enter('[popovertarget]')
          await visitor.wait(isOpen, true)
          const stops: boolean[] = []
          while (stops.filter(inMenu => !inMenu).length < 2) {
            await visitor.press('Tab')
            await visitor.wait(hitsFocus, true)
            stops.push(await visitor.evaluate(() => document.activeElement?.closest('[popover]') !== null))
            expect(await visitor.evaluate(isOpen), `Tab ${stops.length}`).toBe(stops.at(-1))
          }
          expect(stops.length).toBeGreaterThan(inHeader.length)
        },
      )

      test('asks the server for the members’ area, which has no page here', async () => {
        await using site = await serve()
        await openHydrated(site.url, phone)
        await toggle(true)
        await visitor.click(`header a[href="${members}"]`)
        await arrives(notFound)
        expect(site.requests).toContain(members)
      })
    })

    test.runIf(!hasPopovers)('is the oldest Chrome for which the build is declared to work', async () => {
      expect(await visitor.evaluate(() => navigator.userAgent)).toContain(`Chrome/${browsers.chrome}.`)
    })

    test.runIf(!hasPopovers).each([phone, desk])(
      'shows every link of the header without popovers, %i px wide',
      async (...size) => {
        await using site = await serve()
        await openHydrated(site.url, size)
        for (const path of inHeader) {
          await visitor.click(`header a[href="${path}"]`)
          await visitor.wait(() => location.pathname, path)
          await visitor.open(site.url)
        }
      },
    )
  })

/** The browser has painted what was changed, and what waited for that has run. */
const twoFrames = () =>
  new Promise<void>(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))

/** Whether the menu is. */
const isOpen = () => document.querySelector('[popover]')?.checkVisibility()

/** Whether a tap on what has the focus would meet it. */
function hitsFocus() {
  const { activeElement } = document
  const [{ x, y, width, height } = new DOMRect()] = activeElement?.getClientRects() ?? []
  return activeElement?.contains(document.elementFromPoint(x + width / 2, y + height / 2)) === true
}
