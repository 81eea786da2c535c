// At every address where a static host sends a page, hydration keeps the page, and its links work.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Browser, errorsOf, launchPackaged, type Page } from '../../../tests/browser/support/browser.ts'
import { needsPackaged } from '../../../tests/browser/support/carried.ts'
import { documentOf } from '../../../tests/support/document-of.ts'
import { htmlFile } from '../../../tests/support/engine.ts'
import { dist } from '../../../tests/support/fixture-site.ts'
import { LOOPBACK } from '../../../tests/support/ports.ts'
import { HOST, needsProgram } from '../../../tests/support/proxies.ts'
import { hostPrograms, pagesWithData, startHost } from './support/start-host.ts'

const htmlOf = (path: string) => documentOf(readFileSync(join(dist, htmlFile(path)), 'utf8'))
const wordsIn = (path: string) => htmlOf(path).querySelector('main')?.textContent

/** The address and text of a page once React is idle. */
async function seenOf(path: string, page: Page) {
  const { title } = htmlOf(path)
  await page.waitForFunction(expected => document.title === expected, title)
  await page.locator('html[data-hydrated]').waitFor()
  await page.evaluate(() => new Promise(done => requestIdleCallback(done)))
  const { pathname, hash } = new URL(page.url())
  return { address: pathname + hash, words: await page.locator('main').textContent() }
}

for (const program of hostPrograms)
  describe(program, { ...needsPackaged(), ...needsProgram(program) }, () => {
    let browser: Browser
    let origin = ''
    beforeAll(async () => {
      const { ports } = await startHost(program)
      origin = program === 'apache2' ? `http://${HOST}:${ports.plain}` : `https://${HOST}:${ports.secure}`
      const args = [
        `--host-resolver-rules=MAP ${HOST} ${LOOPBACK}`,
        `--unsafely-treat-insecure-origin-as-secure=${origin}`, // Apache has no certificate here.
      ]
      browser = await launchPackaged('@sparticuz/chromium', { args })
    })
    afterAll(() => browser.close())

    test.each([
      { at: '/leistungen.html', path: '/leistungen' },
      { at: '//leistungen', path: '/leistungen' },
      { at: '/Leistungen', path: '/leistungen' }, // By the script of 404.html.
      { at: '/index.html', path: '/' },
      { at: '/ueber-uns/team.html', path: '/ueber-uns/team' },
      ...pagesWithData.slice(0, 1).map(path => ({ at: `${path}.html`, path })),
    ])(
      '$path works when opened at $at: it keeps its text, and a link and Back navigate without a reload',
      async route => {
        const page = await browser.newPage({ ignoreHTTPSErrors: true })
        onTestFinished(() => page.close())
        const errors = errorsOf(page)
        await page.goto(`${origin}${route.at}#main`)
        const first = { address: `${route.path}#main`, words: wordsIn(route.path) }
        expect(await seenOf(route.path, page)).toEqual(first)

        const documents: string[] = []
        page.on('domcontentloaded', ({ url }) => documents.push(url()))
        await page.locator('footer a[href="/datenschutz"]').click()
        const next = { address: '/datenschutz', words: wordsIn('/datenschutz') }
        expect(await seenOf('/datenschutz', page)).toEqual(next)

        await page.goBack()
        expect(await seenOf(route.path, page)).toEqual(first)
        expect({ documents, errors }).toEqual({ documents: [], errors: [] })
      },
    )
  })
