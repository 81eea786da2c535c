import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from './support/browser.ts'
import { root } from './support/server.ts'

// A copy of the project, so that the edits are real and the project stays as it is.
const copy = mkdtempSync(join(tmpdir(), 'site-'))
let dev: ChildProcess
let browser: Browser
let page: Page

const edit = (file: string, from: string, to: string) => {
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  expect(text).toContain(from)
  writeFileSync(path, text.replace(from, to))
}

beforeAll(async () => {
  for (const part of [
    'client',
    'scripts',
    'server',
    'shared',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
  ]) {
    cpSync(join(root, part), join(copy, part), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  dev = spawn(process.execPath, ['scripts/dev.ts'], {
    cwd: copy,
    env: { ...process.env, PORT: '0', NODE_ENV: undefined },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    let said = ''
    dev.stdout?.on('data', chunk => {
      said += chunk
      const found = /open (http:\S+)/.exec(said)?.[1]
      if (found) resolve(found)
    })
    dev.once('exit', () => reject(new Error(said)))
  })
  browser = await launchBrowser()
  page = await browser.newPage()
  await page.goto(url)
})

afterAll(async () => {
  await browser?.close()
  dev?.kill()
  rmSync(copy, { recursive: true, force: true })
})

const edited = () => page.locator('.skip-link', { hasText: 'Edited' }).waitFor({ state: 'attached' })

test('an edited page is in the browser without a hand on it', async () => {
  edit('shared/site.ts', "skipLink: '", "skipLink: 'Edited ")
  await edited()
})

test('an edited style is swapped without a reload', async () => {
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  const before = readFileSync(join(copy, 'shared/styles/index.css'), 'utf8')
  writeFileSync(
    join(copy, 'shared/styles/index.css'),
    `${before}\nh1 { outline: 7px solid rgb(1, 2, 3) !important; }\n`,
  )
  await page.waitForFunction(() => {
    const heading = document.querySelector('h1')
    return heading && getComputedStyle(heading).outlineWidth === '7px'
  })
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})

test('an edited server file is in the next answer, and the page asks for it by itself', async () => {
  edit('server/site-files.ts', 'User-agent: *', 'User-agent: *\\nDisallow: /edited')
  await page.waitForFunction(async () => (await (await fetch('/robots.txt')).text()).includes('/edited'))
})

test("a broken edit shows the compiler's message in the browser, and the next good one recovers", async () => {
  edit('shared/layout/footer.tsx', 'export function Footer() {', 'export function Footer( {')
  await page.getByText('shared/layout/footer.tsx:').waitFor()
  edit('shared/layout/footer.tsx', 'export function Footer( {', 'export function Footer() {')
  await edited()
})
