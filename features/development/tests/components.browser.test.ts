// A component of a package, Radix Dialog, in development and under the policy that development suggests, in a browser.
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { needsPackaged } from '../../../tests/browser/support/carried.ts'
import { newPage } from '../../../tests/browser/support/open-page.ts'
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

editFile(folder, CONTACT, /^/, "import * as Dialog from '@radix-ui/react-dialog'\n")
editFile(folder, CONTACT, '<CopyButton', `${DIALOG}<CopyButton`)

let dev: DevServer
beforeAll(async () => {
  dev = await startDev(folder)
})

/** Opens a page, and waits for its hydration. */
async function open(url: string) {
  const { page, errors } = await newPage('@sparticuz/chromium')
  await page.goto(url)
  await page.locator('html[data-hydrated]').waitFor()
  return { page, errors }
}

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
