// What npm run dev reports when the policy blocks a <style> of a package, as a page loads or after an edit.
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { needsPackaged } from '../../../tests/browser/support/carried.ts'
import { newPage } from '../../../tests/browser/support/open-page.ts'
import { copyBuilt, linkPackages } from '../../../tests/support/copy-project.ts'
import { type DevServer, startDev } from './support/start-dev.ts'

const folder = copyBuilt(inject('fixture'))
linkPackages(folder)
describe('npm run dev', needsPackaged(), () => {
  let dev: DevServer
  beforeAll(async () => {
    dev = await startDev(folder)
  })

  /** Writes a <style> into the head, as sonner does when it's imported. */
  const addToaster = () =>
    dev.edit(
      'shared/site/pages/prices.tsx',
      /^/,
      "import { Toaster } from 'sonner'\nexport const Toasts = Toaster\nObject.assign(globalThis, { Toasts })\n",
    )
  const line = `  'style-src-elem': ["'unsafe-inline'"],`

  test('reports a <style> blocked on load, in the page and the terminal, with the line that allows it', async () => {
    addToaster()
    await dev.isEdited()
    const { page } = await newPage('@sparticuz/chromium')
    await page.goto(`${dev.url}/tagessaetze`)
    await page.locator('dev-problem', { hasText: line }).waitFor()
    await expect.poll(() => dev.written.stderr).toMatch(/^\/tagessaetze: The policy of this page blocked/m)
    expect(dev.written.stderr).toContain(line)
  })

  test('reports a <style> that is blocked after an edit of the open page', async () => {
    const { page } = await newPage('@sparticuz/chromium')
    await page.goto(`${dev.url}/tagessaetze`)
    await page.locator('html[data-hydrated]').waitFor()
    addToaster()
    await page.locator('dev-problem', { hasText: line }).waitFor()
  })
})
