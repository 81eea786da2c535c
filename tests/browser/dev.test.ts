import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { copyBuilt, editFile } from '../support/copy-project.ts'
import { runDev } from '../support/run-dev.ts'
import { launchPackaged } from './support/browser.ts'
import { needsPackaged } from './support/carried.ts'

const folder = copyBuilt(inject('fixture'))
const edit = (file: string, from: string | RegExp, to: string) => editFile(folder, file, from, to)

let dev = ''
beforeAll(async () => {
  dev = (await runDev(folder)).url
})

/** The home page in a browser, when it hears of edits, until the end of the test. */
async function openPage() {
  const browser = await launchPackaged('@sparticuz/chromium')
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  const isListening = page.waitForResponse(response => response.url().includes('/dev/events'))
  await page.goto(dev)
  await isListening
  return page
}

test(
  'npm run dev takes a rule that was deleted off an open page, without a reload',
  needsPackaged(),
  async () => {
    const undo = edit('shared/styles/index.css', /$/, '\n@layer base { h1 { outline: 7px solid } }')
    await expect.poll(async () => (await fetch(dev)).text()).toContain('7px solid')
    const page = await openPage()
    const shown = () =>
      page.evaluate(() => ({
        outline: getComputedStyle(document.querySelector('h1')!).outlineStyle,
        document: performance.timeOrigin,
      }))
    const before = await shown()
    expect(before.outline).toBe('solid')
    undo()
    await expect.poll(shown).toEqual({ outline: 'none', document: before.document })
  },
)

test(
  'npm run dev shows a mistake over the page, and hydrates after the next good edit',
  needsPackaged(),
  async () => {
    const page = await openPage()
    const isFine = () => page.locator('html[data-hydrated]:not(:has(dev-problem))').waitFor()
    await isFine()
    const undo = edit('shared/document.tsx', 'Document(', 'Document((')
    await page.locator('dev-problem', { hasText: 'shared/document.tsx' }).waitFor()
    undo()
    await isFine()
  },
)
