// Components in development, in a browser: styles of pages and packages, and Radix Dialog under the policy.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import type { Page } from '../../../tests/browser/support/browser.ts'
import { errorsOf, launchPackaged } from '../../../tests/browser/support/browser.ts'
import { needsPackaged } from '../../../tests/browser/support/carried.ts'
import { copyBuilt, editFile, linkPackages, runScript } from '../../../tests/support/copy-project.ts'
import { start, stop } from '../../../tests/support/process.ts'
import { type DevServer, startDev } from './support/start-dev.ts'

const folder = copyBuilt(inject('fixture'))
linkPackages(folder)
const CONTACT = 'shared/site/pages/contact.tsx'
const POLICY = 'server/site/policy.ts'

const DIALOG = `<Dialog.Root>
  <Dialog.Trigger id="open">Fragen</Dialog.Trigger>
  <Dialog.Portal>
    <Dialog.Overlay />
    <Dialog.Content>
      <Dialog.Title>Ihre Frage</Dialog.Title>
      <Dialog.Description>Wir antworten.</Dialog.Description>
    </Dialog.Content>
  </Dialog.Portal>
</Dialog.Root>`
writeFileSync(join(folder, 'shared/site/pages/contact.css'), '#open { inline-size: 77px }')
/** A package whose script imports its own stylesheet, which Node can't load. */
const BADGE = {
  'package.json': '{ "name": "badge", "main": "index.js" }',
  'index.js': "import './badge.css'; export const badge = 'badge'",
  'badge.css': '.badge-of-package { inline-size: 66px; display: block }',
  'theme.css': '.badge-of-package { block-size: 55px }',
  LICENSE: 'MIT',
}
mkdirSync(join(folder, 'shared/site/pages/node_modules/badge'), { recursive: true })
for (const [name, text] of Object.entries(BADGE))
  writeFileSync(join(folder, 'shared/site/pages/node_modules/badge', name), text)

editFile(
  folder,
  CONTACT,
  /^/,
  "import * as Dialog from '@radix-ui/react-dialog'\nimport { badge } from 'badge'\nimport 'badge/theme.css'\nimport './contact.css'\n",
)
editFile(folder, CONTACT, '<CopyButton', `${DIALOG}<b className={\`\${badge}-of-package\`}>b</b><CopyButton`)

let dev: DevServer
beforeAll(async () => {
  dev = await startDev(folder)
})

/** Opens a page in a new browser, and waits for its hydration. */
async function open(url: string): Promise<{ page: Page; errors: string[] }> {
  const browser = await launchPackaged('@sparticuz/chromium')
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  const errors = errorsOf(page)
  await page.goto(url)
  await page.locator('html[data-hydrated]').waitFor()
  return { page, errors }
}

test(
  'in development, an edit of a stylesheet that a page imports shows without a reload',
  needsPackaged(),
  async () => {
    const { page } = await open(`${dev.url}/kontakt`)
    const widthOf = async () => (await page.locator('#open').boundingBox())?.width
    expect(await widthOf()).toBe(77)
    await page.evaluate(() => Object.assign(window, { isSame: true }))
    dev.edit('shared/site/pages/contact.css', '77px', '99px')
    await expect.poll(widthOf).toBe(99)
    expect({ isSameDocument: await page.evaluate('isSame') }).toEqual({ isSameDocument: true })
  },
)

test(
  'in development, a package’s stylesheets apply whether the package or the page imports them',
  needsPackaged(),
  async () => {
    const { page } = await open(`${dev.url}/kontakt`)
    const badge = await page.locator('.badge-of-package').boundingBox()
    expect(badge).toMatchObject({ width: 66, height: 55 })
  },
)

test(
  'Radix Dialog works with exactly the policy line that development suggests',
  needsPackaged(),
  async () => {
    const { page: developed } = await open(`${dev.url}/kontakt`)
    await developed.locator('#open').click()
    const overlay = developed.locator('dev-problem')
    await overlay.waitFor()
    const lines = String(await overlay.textContent()).match(/^ {2}'.*$/gm)
    expect(lines).toEqual([`  'style-src-elem': ["'unsafe-inline'"],`])

    dev.edit(POLICY, 'sources: {', `sources: {\n${lines?.[0]}\n`)
    const { code, output } = await runScript(folder, 'scripts/build.ts')
    expect(code, output).toBe(0)
    const server = await start(folder)
    onTestFinished(() => stop(server))
    const { page, errors } = await open(`${server.url}/kontakt`)
    const dialog = page.getByRole('dialog', { name: 'Ihre Frage' })
    await page.locator('#open').click()
    await dialog.waitFor()
    expect(await page.evaluate(() => getComputedStyle(document.body).overflow)).toBe('hidden')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('open')
    expect(errors).toEqual([])
  },
)
