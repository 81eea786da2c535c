// A page made with Tailwind, as docs/recipes/tailwind.md says, in the site's own layout. existing-site.test.ts covers Tailwind in
// the compiler, the linter, the hydration test and development.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { BrowserContextOptions } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { addFixture, copyProject, editFile, linkPackages, runScript } from '../support/copy-project.ts'
import { documentedCode } from '../support/documented-code.ts'
import { start } from '../support/process.ts'
import { needsPackaged } from './support/carried.ts'
import { desk, newPage, phone, servers } from './support/open-page.ts'

const PATH = '/ueber-uns/team'
const TEAM = 'shared/site/pages/team.tsx'
const PEOPLE = `<div className="tw:grid tw:gap-4 tw:sm:grid-cols-2">
  <div className={\`\${styles.person} tw:text-accent tw:text-xl\`}>Anna</div>
  <div className={styles.person}>Ben</div>
</div>`

const folder = copyProject()
addFixture(folder)
// These two stylesheets of the fixture depend on the transformStyle that the recipe replaces.
for (const name of ['prices.css', 'prices.module.css'])
  editFile(folder, `shared/site/pages/${name}`, '(--breit)', '(min-width: 45em)')
const written: Record<string, string> = {
  'shared/site/pages/team.module.css': "@reference '../tailwind.css';\n\n.person {\n  @apply tw:p-4;\n}\n",
}
for (const { file, code } of documentedCode('tailwind')) written[file] = code
for (const [file, text] of Object.entries(written)) {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
}
linkPackages(folder)
editFile(folder, 'shared/site/layout.tsx', /^/, "import './tailwind.css'\n")
editFile(folder, TEAM, /^/, "import styles from './team.module.css'\n")
editFile(folder, TEAM, '<h2>', `${PEOPLE}<h2>`)

describe('a page made with Tailwind', needsPackaged(), () => {
  let url: string
  beforeAll(async () => {
    const { code, output } = await runScript(folder, 'scripts/build.ts')
    expect(code, output).toBe(0)
    url = (await start(folder)).url
  })

  async function open(options: BrowserContextOptions, site = url) {
    const { page, errors } = await newPage('@sparticuz/chromium', options)
    await page.goto(site + PATH)
    await page.locator('html[data-hydrated]').waitFor()
    expect(errors).toEqual([])
    return page
  }

  test.each([
    { what: 'a phone', viewport: phone, columns: 1 },
    { what: 'a desk', viewport: desk, columns: 2 },
  ])('on $what, has the number of columns that its classes set: $columns', async ({ viewport, columns }) => {
    const page = await open({ viewport })
    const grid = page.getByText('Anna').locator('..')
    const tracks = await grid.evaluate(element => getComputedStyle(element).gridTemplateColumns)
    expect(tracks.split(' ')).toHaveLength(columns)
  })

  test('gets the padding that its CSS module applies, and the colour of a token', async () => {
    const page = await open({ viewport: desk })
    const style = await page.getByText('Anna').evaluate(element => {
      const { padding, color, fontSize } = getComputedStyle(element)
      element.style.color = 'var(--r-accent)'
      return { padding, fontSize, isAccent: color === getComputedStyle(element).color }
    })
    expect(style).toEqual({ padding: '16px', fontSize: '20px', isAccent: true })
  })

  test('doesn’t change the styles of the layout and the texts of the site', async () => {
    const looks = []
    for (const site of [servers.fixture.url, url]) {
      const page = await open({ viewport: desk }, site)
      const styles = await page
        .locator('header *, main h1, main h2, main p, footer *')
        .evaluateAll(elements =>
          elements.map(element => {
            const { fontSize, lineHeight, color, padding, margin, display, border } =
              getComputedStyle(element)
            return { fontSize, lineHeight, color, padding, margin, display, border }
          }),
        )
      looks.push(styles)
    }
    expect(looks[1]).toEqual(looks[0])
    expect(looks[0]?.length).toBeGreaterThan(20)
  })
})
