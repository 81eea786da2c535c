// A page in Markdown with `hydrate`, in browsers: what is around its text works, and the text is never lost.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { needsPackaged } from '../../../tests/browser/support/carried.ts'
import { desk, newPage } from '../../../tests/browser/support/open-page.ts'
import { inEachBrowser, serve } from '../../../tests/browser/support/visit.ts'
import { addFixture, copyProject, editFile, runScript } from '../../../tests/support/copy-project.ts'
import { start } from '../../../tests/support/process.ts'
import { needsDev, runDev } from '../../../tests/support/run-dev.ts'

/** The post of the fixture that is hydrated. */
const POST = '/blog/erster-beitrag'

inEachBrowser(visitor => {
  const { evaluate, wait, openHydrated, enter, back } = visitor
  /** Waits for the end of the text, or until a page without it is there. */
  const shows = (text: string) =>
    wait(() => document.querySelector('main blockquote')?.textContent?.trim() ?? '', text)
  const TEXT = 'Wer schreibt, der bleibt.'
  const problems = () => evaluate(() => window.problems)

  test('shows its text again after a link to another page and Back, and requests no document', async () => {
    await using site = await serve()
    await openHydrated(site.url + POST)
    await shows(TEXT)
    await enter('footer a[href="/kontakt"]')
    await shows('')
    await back()
    await shows(TEXT)
    expect({ documents: site.documents(), problems: await problems() }).toEqual({
      documents: [POST],
      problems: [],
    })
  })

  test('shows its text after Back from a page that was reloaded, however often', async () => {
    await using site = await serve()
    await openHydrated(site.url + POST)
    for (let visits = 0; visits < 2; visits++) {
      await enter('footer a[href="/kontakt"]')
      await shows('')
      const left = await evaluate(() => window.documentId)
      await evaluate(() => void setTimeout(() => location.reload()))
      await expect.poll(() => evaluate(() => window.documentId)).not.toBe(left)
      await visitor.hydrated()
      await back()
      await shows(TEXT)
      await visitor.hydrated()
    }
    expect(await problems()).toEqual([])
  })
})

const LAYOUT = `import { createContext, useContext, useState } from 'react'
import type { TextProps } from '../../features/markdown/site.ts'
import type { Slots } from '../site.ts'
import type { fields } from './markdown-fields.ts'

const Theme = createContext({ isDark: false, change() {} })

function Shell({ children }) {
  const [isDark, setIsDark] = useState(false)
  return <Theme value={{ isDark, change: () => setIsDark(!isDark) }}>{children}</Theme>
}

function HeaderEnd() {
  const { isDark, change } = useContext(Theme)
  return <button type="button" id="theme" onClick={change}>{isDark ? 'dark' : 'light'}</button>
}

export const slots: Slots = { Shell, HeaderEnd }

export function Post({ page, collection, children }: TextProps<typeof fields>) {
  const { isDark } = useContext(Theme)
  const [isOpen, setIsOpen] = useState(true)
  return (
    <article className={isDark ? 'dark' : 'light'}>
      <h1>{page.heading}</h1>
      <button type="button" id="fold" onClick={() => setIsOpen(!isOpen)}>{collection?.pages.indexOf(page)}</button>
      {isOpen && children}
    </article>
  )
}
`
const SETTINGS = `import type { Hydrate } from '../site.ts'

export const fields = {}
export const hydrate: Hydrate = 'idle'
`

describe('a site whose layout needs its script, with hydrate for every text,', needsPackaged(), () => {
  const folder = copyProject()
  addFixture(folder)
  const written = {
    'shared/site/layout.tsx': LAYOUT,
    'shared/site/markdown-fields.ts': SETTINGS,
    'shared/site/markdown-layouts.ts': `import { Post } from './layout.tsx'\nexport const layouts = { blog: { Page: Post } }\n`,
  }
  for (const [file, text] of Object.entries(written)) writeFileSync(join(folder, file), text)
  editFile(folder, 'shared/site/content/agb.md', /$/, '\n[Zum Bericht](/blog/hof-im-schnee)\n')

  let url: string
  beforeAll(async () => {
    const { code, output } = await runScript(folder, 'scripts/build.ts')
    expect(code, output).toBe(0)
    url = (await start(folder)).url
  }, 60_000)

  async function open(address: string) {
    const { page, errors } = await newPage('@sparticuz/chromium', { viewport: desk })
    await page.goto(address)
    await page.locator('html[data-hydrated]').waitFor()
    return { page, errors, heading: page.locator('[data-markdown] h2') }
  }

  test('has a header and a layout that work, and keeps the text while they change', async () => {
    const { page, errors, heading } = await open(`${url}/blog/hof-im-schnee`)
    await heading.waitFor()
    await page.evaluate(() => Object.assign(window, { kept: document.querySelector('[data-markdown] h2') }))
    const isKept = () => heading.evaluate(element => element === (window as { kept?: unknown }).kept)
    await page.locator('#theme').click()
    expect(await page.locator('article.dark, #theme').allTextContents()).toEqual(
      expect.arrayContaining(['dark']),
    )
    expect(await isKept()).toBe(true)
    await page.locator('#fold').click()
    expect(await heading.count()).toBe(0)
    await page.locator('#fold').click()
    expect(await isKept()).toBe(true)
    await page.evaluate(() => location.assign('#was-es-kostet'))
    await page.locator('h2:target').waitFor()
    expect(await isKept()).toBe(true)
    expect(errors).toEqual([])
  })

  test('loads the document of a text that a link leads to', async () => {
    const { page, errors, heading } = await open(`${url}/agb`)
    await page.getByText('Zum Bericht').click()
    await heading.waitFor()
    await page.goBack()
    await page.getByText('Zum Bericht').waitFor()
    await page.goForward()
    await heading.waitFor()
    expect(errors).toEqual([])
  })

  test('shows in development the edits of its text and of its layout', needsDev(), async () => {
    const dev = await runDev(folder)
    const { page, errors, heading } = await open(`${dev.url}/blog/hof-im-schnee`)
    await heading.waitFor()
    const undo = editFile(
      folder,
      'shared/site/content/blog/hof-im-schnee.md',
      '## Was es kostet',
      '## Der Preis',
    )
    await page.getByRole('heading', { name: 'Der Preis' }).waitFor()
    undo()
    await page.getByRole('heading', { name: 'Was es kostet' }).waitFor()
    await page.locator('html[data-hydrated]').waitFor()
    editFile(folder, 'shared/site/layout.tsx', "'dark' : 'light'}</button>", "'Dark' : 'Light'}</button>")
    await page.getByRole('button', { name: 'Light' }).waitFor()
    await page.locator('html[data-hydrated]').waitFor()
    // The page may reload once more after the new layout has appeared, and lose its state.
    const dark = page.getByRole('button', { name: 'Dark' })
    const press = async () => {
      if (!(await dark.isVisible()))
        await page.getByRole('button', { name: 'Light' }).click({ timeout: 2000 })
      await dark.waitFor({ timeout: 2000 })
    }
    await vi.waitFor(press, { timeout: 60_000 })
    await heading.waitFor()
    expect(errors).toEqual([])
  })
})
