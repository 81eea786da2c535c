// npm run dev in a browser: the state that an open page keeps after an edit, and the edits that reload it.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import type { Page } from '../../../tests/browser/support/browser.ts'
import { needsPackaged } from '../../../tests/browser/support/carried.ts'
import { newPage } from '../../../tests/browser/support/open-page.ts'
import { copyBuilt, editFile, linkPackages } from '../../../tests/support/copy-project.ts'
import { type DevServer, startDev } from './support/start-dev.ts'

const folder = copyBuilt(inject('fixture'))
linkPackages(folder)
const PAGE = 'shared/site/pages/contact.tsx'
const COLOUR = 'shared/site/colour.tsx'
const files = {
  'shared/site/count.ts': `import { create } from 'zustand'
export const useCount = create<{ count: number; add: () => void }>(set => ({
  count: 0,
  add: () => set(({ count }) => ({ count: count + 1 })),
}))`,
  'shared/site/colour-context.ts': `import { createContext } from 'react'
export const ColourContext = createContext('ohne')`,
  [COLOUR]: `import { use } from 'react'
import { ColourContext } from './colour-context.ts'
export const Colour = () => <output id="colour">{\`Farbe: \${use(ColourContext)}\`}</output>`,
  'shared/site/pages/contact.css': '#words { outline: 1px solid }',
  'shared/site/pages/contact.module.css': '.old { color: red }',
  'shared/site/stamp.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>',
  [PAGE]: `import { useState } from 'react'
import { Picture } from '../../ui/picture.tsx'
import { Prose } from '../../ui/prose.tsx'
import { Colour } from '../colour.tsx'
import { ColourContext } from '../colour-context.ts'
import { useCount } from '../count.ts'
import './contact.css'
import stamp from '../stamp.svg'
import classes from './contact.module.css'

export default function Contact() {
  const [colour, setColour] = useState('rot')
  const { count, add } = useCount()
  return (
    <ColourContext value={colour}>
      <Prose title="Kontakt">
        <p id="words" className={classes.old}>Alte Worte</p>
        <button type="button" id="paint" onClick={() => setColour('blau')}>Blau</button>
        <button type="button" id="add" onClick={add}>{\`Stand \${count}\`}</button>
        <input id="name" />
        <Picture src={stamp} alt="Stempel" />
        <a id="again" href="?again">Noch einmal</a>
        <Colour />
      </Prose>
    </ColourContext>
  )
}`,
}
for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), `${text}\n`)

describe('npm run dev', needsPackaged(), () => {
  let dev: DevServer
  beforeAll(async () => {
    dev = await startDev(folder)
  })

  /** Opens a page that listens for edits. `messages` has the messages of its console. */
  async function openPage(path: string): Promise<{ page: Page; messages: string[] }> {
    const { page } = await newPage('@sparticuz/chromium')
    const messages: string[] = []
    page.on('console', message => messages.push(message.text()))
    const isListening = page.waitForResponse(response => response.url().includes('/dev/events'))
    const isConnected = page.waitForEvent('console', message => message.text() === '[vite] connected.')
    await page.goto(dev.url + path)
    await Promise.all([isListening, isConnected, page.locator('html[data-hydrated]').waitFor()])
    await page.evaluate(() => Object.assign(window, { isSame: true }))
    return { page, messages }
  }

  /** Opens the page, and gives it every kind of state. */
  async function openWithState() {
    const { page, messages } = await openPage('/kontakt')
    await page.locator('#paint').click()
    for (const _ of 'ab') await page.locator('#add').click()
    await page.locator('#name').fill('Ada')
    expect(await stateOf(page)).toEqual(STATE)
    messages.length = 0
    return { page, messages }
  }

  const stateOf = async (page: Page) => ({
    isSameDocument: await page.evaluate('window.isSame'),
    ofComponent: await page.locator('#colour').textContent(),
    ofStore: await page.locator('#add').textContent(),
    ofForm: await page.locator('#name').inputValue(),
  })
  const STATE = { isSameDocument: true, ofComponent: 'Farbe: blau', ofStore: 'Stand 2', ofForm: 'Ada' }

  const overlayOf = (page: Page) => page.locator('dev-problem')

  /** Makes the page's component throw. Resolves to a function that fixes it, once the page shows the error. */
  async function breakComponent(page: Page) {
    const undo = dev.edit(PAGE, 'return (', "if (colour) throw new Error('Farbe ist aus')\n  return (")
    await overlayOf(page).filter({ hasText: 'Farbe ist aus' }).waitFor()
    return undo
  }

  test.each([
    { what: 'a page', file: PAGE, from: 'Alte Worte', to: 'Neue Worte', shown: 'Neue Worte', state: STATE },
    {
      what: 'a component in a page',
      file: COLOUR,
      from: 'Farbe: ',
      to: 'Anstrich: ',
      shown: 'Anstrich: blau',
      state: { ...STATE, ofComponent: 'Anstrich: blau' },
    },
    {
      what: 'a component of the layout',
      file: 'shared/layout/footer.tsx',
      from: /(<footer[^>]*>)/,
      to: '<footer className="footer"><b>Fuss</b>',
      shown: 'Fuss',
      state: STATE,
    },
  ])(
    'shows an edit of $what, and keeps the state of components, stores, contexts and forms',
    async ({ file, from, to, shown, state }) => {
      const { page } = await openWithState()
      dev.edit(file, from, to)
      await page.getByText(shown).waitFor()
      expect(await stateOf(page)).toEqual(state)
      // The router navigates to the same page, which must keep its state, too.
      await page.locator('#again').click()
      await page.waitForURL('**/kontakt?again')
      expect(await stateOf(page)).toEqual(state)
    },
  )

  test('shows a second edit that follows immediately', async () => {
    const { page } = await openWithState()
    dev.edit(PAGE, 'Alte Worte', 'Neue Worte')
    const undo = editFile(folder, PAGE, 'Neue Worte', 'Neueste Worte')
    onTestFinished(undo)
    await page.getByText('Neueste Worte').waitFor()
    expect(await stateOf(page)).toEqual(STATE)
  })

  test('leaves a page alone after an edit of another page', async () => {
    const { page, messages } = await openWithState()
    const isChecked = page.waitForResponse(response => response.request().method() === 'HEAD')
    dev.edit('shared/site/pages/team.tsx', '<Prose', '<Prose key="edited"')
    await isChecked
    expect({ ...(await stateOf(page)), messages }).toEqual({ ...STATE, messages: [] })
  })

  test('shows a new class of a CSS module on the page that uses it', async () => {
    const { page } = await openPage('/kontakt')
    const without = dev.edit('shared/site/pages/contact.module.css', '.old', '.fresh { color: green } .old')
    await dev.isEdited()
    const again = dev.edit(PAGE, 'classes.old', 'classes.fresh')
    await page.locator('#words[class$=_fresh]').waitFor()
    again()
    without()
  })

  test('shows an edited image, and keeps all state', async () => {
    const { page } = await openWithState()
    const picture = page.getByAltText('Stempel')
    const width = () => picture.evaluate((shown: HTMLImageElement) => shown.complete && shown.naturalWidth)
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(width).toBe(9)
    dev.edit('shared/site/stamp.svg', 'width="9"', 'width="7"')
    await expect.poll(width).toBe(7)
    expect(await stateOf(page)).toEqual(STATE)
  })

  test('shows an edit of a stylesheet, and keeps all state', async () => {
    const { page } = await openWithState()
    dev.edit('shared/site/pages/contact.css', '1px', '5px')
    const width = () => page.locator('#words').evaluate(words => getComputedStyle(words).outlineWidth)
    await expect.poll(width).toBe('5px')
    expect(await stateOf(page)).toEqual(STATE)
  })

  test.each([
    { file: 'shared/site/company.ts', from: "path: '/mitglieder'", to: "path: '/neu'" },
    { file: 'shared/site/routes.ts', from: "title: 'Kontakt'", to: "title: 'Kontakt und Weg'" },
    { file: 'server/site/policy.ts', from: 'features: {', to: "features: { fullscreen: ['self']," },
    { file: 'shared/site/public/google123.html', from: /$/, to: 'edited' },
  ])('reloads the page after an edit of $file, and logs why to the console', async ({ file, from, to }) => {
    const { page, messages } = await openPage('/kontakt')
    const isLoaded = page.waitForEvent('load')
    dev.edit(file, from, to)
    await isLoaded
    await expect
      .poll(() => messages)
      .toContainEqual(expect.stringMatching(`^The page was reloaded: .*${file.replaceAll('.', '\\.')}`))
  })

  test.each([
    { what: 'a hydrated page', path: '/kontakt', ready: 'html[data-hydrated]' },
    { what: 'a page without a script', path: '/impressum', ready: 'html' },
  ])('reloads $what once after an edit of client/ alone', async ({ path, ready }) => {
    const { page } = await newPage('@sparticuz/chromium')
    const listening = () => page.waitForResponse(response => response.url().includes('/dev/events'))
    await Promise.all([listening(), page.goto(dev.url + path)])
    await page.locator(ready).waitFor()
    let loads = 0
    page.on('load', () => loads++)
    const isListeningAgain = listening()
    const undoEdit = dev.edit('client/scroll.ts', /$/, "\nconsole.info('edited')\n")
    await isListeningAgain
    await page.locator(ready).waitFor()
    // The next edit shows that nothing follows the first one.
    const css = 'shared/site/styles/index.css'
    const undoStyle = dev.edit(css, /$/, '\n@layer base { h1 { outline: 7px solid } }')
    const outline = () => page.locator('h1').evaluate(heading => getComputedStyle(heading).outlineStyle)
    await expect.poll(outline).toBe('solid')
    expect(loads).toBe(1)
    undoStyle()
    undoEdit()
  })

  test('shows an edited title of routes.ts in the tab after a click on a link', async () => {
    const { page } = await openPage('/leistungen')
    dev.edit('shared/site/routes.ts', "title: 'Kontakt'", "title: 'Kontakt und Weg'")
    await page.waitForEvent('load')
    await page.locator('html[data-hydrated]').waitFor()
    await page.locator('.r-header-nav a[href="/kontakt"]').click()
    await expect.poll(() => page.title()).toContain('Kontakt und Weg')
  })

  test.each([
    { what: 'in the syntax', file: PAGE, from: 'return (', to: 'return ((', shown: `${PAGE}:` },
    { what: 'in an import', file: PAGE, from: /^/, to: "import '../no.ts'\n", shown: '../no.ts' },
    {
      what: 'in a stylesheet',
      file: 'shared/site/pages/contact.css',
      from: '{',
      to: '{ colr: 1;',
      shown: 'contact.css',
    },
  ])('keeps the state of a page after a mistake $what and its fix', async ({ file, from, to, shown }) => {
    const { page } = await openWithState()
    const undo = dev.edit(file, from, to)
    await overlayOf(page).filter({ hasText: shown }).waitFor()
    undo()
    await overlayOf(page).waitFor({ state: 'detached' })
    const again = dev.edit(PAGE, 'Alte Worte', 'Neue Worte')
    await page.getByText('Neue Worte').waitFor()
    expect(await stateOf(page)).toEqual(STATE)
    again()
  })

  test('shows the fix of a module that throws, and keeps all state', async () => {
    const { page, messages } = await openWithState()
    const undo = dev.edit(PAGE, 'export default', "throw new Error('Aus')\nexport default")
    await overlayOf(page).filter({ hasText: 'Aus' }).waitFor()
    await expect.poll(() => messages).toContainEqual(expect.stringContaining('Failed to reload'))
    undo()
    dev.edit(PAGE, 'Alte Worte', 'Neue Worte')
    await page.getByText('Neue Worte').waitFor()
    expect(await stateOf(page)).toEqual(STATE)
  })

  test('shows the page again, in the same document, after the fix of a component that throws', async () => {
    const { page } = await openWithState()
    const undo = await breakComponent(page)
    undo()
    await overlayOf(page).waitFor({ state: 'detached' })
    await page.getByText('Alte Worte').waitFor()
    expect(await stateOf(page)).toMatchObject({ isSameDocument: true, ofStore: 'Stand 2' })
  })

  test('closes an error that the old module throws again while the fix is loading', async () => {
    const { page } = await openWithState()
    const undo = await breakComponent(page)
    const { promise: requested, resolve } = Promise.withResolvers<() => Promise<void>>()
    const isPage = ({ pathname }: URL) => pathname.endsWith(PAGE)
    await page.route(isPage, route => resolve(() => route.continue()), { times: 1 })
    undo()
    const load = await requested
    await page.evaluate("setTimeout(() => { throw new Error('Farbe ist wieder aus') })")
    await overlayOf(page).filter({ hasText: 'wieder' }).waitFor()
    await load()
    await overlayOf(page).waitFor({ state: 'detached' })
  })

  test('logs no error after an unused component is deleted', async () => {
    const { page, messages } = await openWithState()
    const edit = (from: string, to: string) => onTestFinished(editFile(folder, PAGE, from, to))
    dev.edit(PAGE, '<Colour />', '')
    edit("import { Colour } from '../colour.tsx'\n", '')
    edit('Alte Worte', 'Neue Worte')
    await page.getByText('Neue Worte').waitFor()
    rmSync(join(folder, COLOUR))
    onTestFinished(() => writeFileSync(join(folder, COLOUR), files[COLOUR]))
    await dev.isEdited()
    edit('Neue Worte', 'Letzte Worte')
    await page.getByText('Letzte Worte').waitFor()
    expect(messages.join('\n')).not.toContain('Error')
  })

  test('serves a new page immediately after its route was added', async () => {
    writeFileSync(join(folder, 'shared/site/pages/new.tsx'), 'export default () => <h1>Neue Seite</h1>\n')
    const route =
      "neu: { path: '/neu', title: 'Neu', description: 'Eine neue Seite, die es eben noch nicht gab, mit ihren eigenen Worten.', label: 'Neu', menus: {} },"
    dev.edit('shared/site/routes.ts', '  contact: {', `  ${route}\n  contact: {`)
    const load = "neu: () => import('./pages/new.tsx'),"
    onTestFinished(editFile(folder, 'shared/site/components.ts', 'contact:', `${load}\n  contact:`))
    expect((await fetch(`${dev.url}/neu`)).status).toBe(200)
  })
})
