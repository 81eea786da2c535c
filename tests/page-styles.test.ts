import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pages } from '../shared/pages.ts'
import { complaints, hydrated, sharedBrowser } from './support/browser.ts'
import { start, stop } from './support/process.ts'
import { copyOfProject } from './support/project.ts'

const { home, privacy } = pages
const file = 'shared/pages/privacy.tsx'
const table = '<table><caption>Kept</caption><tbody><tr><td>Nothing</td></tr></tbody></table>'

let project: ReturnType<typeof copyOfProject>
let browser: Browser
/** Puts something into the page on privacy, and prerenders the copy. */
async function prerenderWith(content: string, imports = '') {
  const source = readFileSync(join(import.meta.dirname, '..', file), 'utf8')
  project.write(file, `${imports}${source.replace('</Prose>', `${content}</Prose>`)}`)
  return project.prerender()
}
beforeAll(async () => {
  project = copyOfProject()
  browser = await sharedBrowser()
})
afterAll(async () => {
  await browser.close()
  project.remove()
})

test.each([
  ['a table', table, 'has <table> without its style: add <WordsStyle />'],
  [
    'a form',
    '<form action="/"><input name="a" /></form>',
    'has <form> without its style: add <FormsStyle />',
  ],
])(
  '%s on a page without its style ends the build, which names the component',
  async (_, content, message) => {
    const { code, said } = await prerenderWith(content)
    expect(said).toContain(`${privacy.path}: ${message}`)
    expect(code).toBe(1)
  },
)

describe('a page with a table', () => {
  beforeAll(async () => {
    const imports = "import { WordsStyle } from '../ui/words-style.tsx'\n"
    const { code, said } = await prerenderWith(`<WordsStyle />${table}`, imports)
    expect(code, said).toBe(0)
  })

  describe.each(['live', 'static'])('%s', SERVE => {
    let server: Awaited<ReturnType<typeof start>>
    beforeAll(async () => {
      server = await start({ bundle: join(project.folder, 'build/server.js'), env: { SERVE } })
    })
    afterAll(() => stop(server))

    test('has the style of tables in its head, and other pages have none of it', async () => {
      const page = async (path: string) => (await fetch(server.url + path)).text()
      expect(await page(privacy.path)).toMatch(
        /"Content-Security-Policy".*<style[^>]*data-href="words"[^>]*>[^<]*caption-side.*<\/head>/s,
      )
      expect(await page(home.path)).not.toMatch(/data-href|caption-side|blockquote|textarea/)
    })

    test.each(['opened', 'reached by a click'])('is never shown without it, %s', async how => {
      const page = await browser.newPage()
      const heard = complaints(page)
      await page.addInitScript(() => {
        // Told of every change before the browser paints it.
        const sides: string[] = []
        Object.assign(window, { sides })
        new MutationObserver(() => {
          const caption = document.querySelector('caption')
          if (caption) sides.push(getComputedStyle(caption).captionSide)
        }).observe(document, { subtree: true, childList: true })
      })
      await page.goto(server.url + (how === 'opened' ? privacy.path : home.path))
      await hydrated(page)
      if (how !== 'opened') await page.locator(`a[href="${privacy.path}"]:visible`).first().click()
      await page.locator('caption').waitFor()
      const sides = await page.evaluate(() => (window as unknown as { sides: string[] }).sides)
      expect([...new Set(sides)]).toEqual(['bottom'])
      expect(heard).toEqual([])
      await page.close()
    })
  })
})
