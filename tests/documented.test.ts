import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pages } from '../shared/pages.ts'
import { complaints, hydrated, sharedBrowser } from './support/browser.ts'
import { root } from './support/folders.ts'
import { start, stop } from './support/process.ts'
import { copyOfProject } from './support/project.ts'

const { contact } = pages

/** The blocks of code in docs/more.md that name a file: the whole of it, or what stands in one of its objects. */
const blocks = [
  ...readFileSync(join(root, 'docs/more.md'), 'utf8').matchAll(
    /^```tsx?\n\/\/ ([\w./-]+\/[\w.-]+)(?:, in (\w+))?\n(.*?)^```$/gms,
  ),
].map(([, file = '', object, code = '']) => ({ file, object, code }))

/** A file with a block of code in an object of it, and what the block imports. */
function withCode(source: string, object: string, code: string): string {
  const start = new RegExp(`^ *(export const )?${object}\\b.*[=:] \\{`, 'm')
  expect(source).toMatch(start)
  const [inside = ''] = source.slice(source.search(start)).split('}')
  if (inside.includes(code.trim().replace(/,$/, ''))) return source // A company has it already.
  const imports = code.match(/^import .*\n/gm)?.join('') ?? ''
  return imports + source.replace(start, match => `${match}\n${code.replace(imports, '')}`)
}

/** What the site asks for data, and sends messages to. */
const backend = createServer(async (req, res) => {
  const { pathname, searchParams } = new URL(req.url ?? '', 'http://localhost')
  res.writeHead(status)
  if (pathname === '/open') res.end(JSON.stringify([`A job ${searchParams.get('place')}`]))
  else {
    inbox.push(Object.fromEntries(new URLSearchParams(await text(req))))
    res.end()
  }
})
/** What the backend responds with. */
let status = 200
const inbox: Record<string, string>[] = []

const written = { name: 'Jane <b>', email: 'jane@example.org', message: 'A shop.\nWith "quotes" & more.' }

let project: ReturnType<typeof copyOfProject>
let browser: Browser
beforeAll(async () => {
  await once(backend.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(backend.address() as AddressInfo).port}`
  project = copyOfProject()
  for (const { file, object, code } of blocks) {
    const source = object ? withCode(readFileSync(join(project.folder, file), 'utf8'), object, code) : code
    // A company may have moved the page to which the documentation links.
    const linked = source.replaceAll('"/contact"', JSON.stringify(contact.path))
    project.write(file, linked.replace(/https:\/\/(inbox|jobs)\.example\.com/, url))
  }
  const [built, launched] = await Promise.all([project.prerender(), sharedBrowser()])
  browser = launched
  expect(built.code, built.said).toBe(0)
})
afterAll(async () => {
  await browser.close()
  backend.close()
  project.remove()
})

test('the code of the contact form passes the checks of types and the linter', () => {
  const run = (command: string, ...args: string[]) =>
    execFileSync(join(root, 'node_modules/.bin', command), args, { cwd: project.folder, stdio: 'pipe' })
  for (const file of ['biome.json', '.gitignore']) cpSync(join(root, file), join(project.folder, file))
  project.write('types.json', '{ "include": ["server", "shared"], "extends": "./tsconfig.json" }')
  run('tsc', '-p', 'types.json')
  run('biome', 'lint', 'server', 'shared')
})

describe.each(['live', 'static'])('%s', SERVE => {
  let server: Awaited<ReturnType<typeof start>>
  beforeAll(async () => {
    server = await start({ bundle: join(project.folder, 'build/server.js'), env: { SERVE } })
  })
  afterAll(() => stop(server))

  test('the page with data is rendered for its query live, and once without any by the prerender', async () => {
    const html = await (await fetch(`${server.url}/jobs?place=Berlin`)).text()
    expect(html).toContain(SERVE === 'live' ? '<p>A job Berlin</p>' : '<p>A job anywhere</p>')
    expect(html.match(/<script[^>]*>|modulepreload/g)).toEqual(['<script type="application/ld+json">'])
  })
  describe('the contact form', () => {
    const post = (fields: Record<string, string>, headers: Record<string, string>) =>
      fetch(`${server.url}/enquiry`, {
        method: 'POST',
        headers,
        body: new URLSearchParams(fields),
        redirect: 'manual',
      })

    // A browser gets the same bytes from both.
    const javaScriptEnabled = SERVE === 'live'
    test(`is sent by a browser ${javaScriptEnabled ? 'with' : 'without'} scripts`, async () => {
      inbox.length = 0
      const page = await browser.newPage({ javaScriptEnabled })
      const heard = complaints(page)
      await page.goto(`${server.url}/enquiry`)
      const [name, email, message] = ['Name', 'E-mail', 'What shall we build?'].map(label =>
        page.getByLabel(label),
      ) as [Locator, Locator, Locator]
      await name.fill(written.name)
      await email.fill('jane@example') // Browsers take it for an address.
      await message.fill(written.message)
      await page.getByRole('button', { name: 'Send' }).click()

      await page.getByText('Not sent yet').waitFor()
      const [line, lines] = await Promise.all([name, message].map(field => field.boundingBox()))
      expect(lines?.height).toBeGreaterThan(2 * (line?.height ?? Infinity))
      expect(await name.inputValue()).toBe(written.name)
      expect(await message.inputValue()).toBe(written.message)
      expect(await name.getAttribute('aria-invalid')).toBe('false')
      expect(await email.getAttribute('aria-invalid')).toBe('true')
      const problem = page.locator(`#${await email.getAttribute('aria-describedby')}`)
      expect(await problem.innerText()).toBe('Please check this address.')
      expect(inbox).toEqual([])

      await email.fill(written.email)
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByRole('heading', { name: 'Thank you' }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/enquiry/sent')
      await page.reload()
      expect(inbox).toEqual([written])
      expect(heard.filter(line => !line.includes('status of 422'))).toEqual([])
      await page.close()
    })

    test.each([
      ['of this site', { 'Sec-Fetch-Site': 'same-origin' }, 303],
      ['of this site, in a browser that does not say so', { Origin: '//HOST' }, 303],
      ['of another site', { 'Sec-Fetch-Site': 'cross-site' }, 403],
      ['of a site beside this one', { 'Sec-Fetch-Site': 'same-site', Origin: '//HOST' }, 403],
      ['of another site, in a browser that does not say so', { Origin: 'https://other.example' }, 403],
      ['of nobody', {}, 403],
    ])('from a page %s is a %3$i', async (_, headers, status) => {
      inbox.length = 0
      const own = JSON.parse(JSON.stringify(headers).replace('//HOST', server.url))
      const response = await post(written, own)
      expect(response.status).toBe(status)
      expect(inbox).toHaveLength(status === 303 ? 1 : 0)
    })

    const own = { 'Sec-Fetch-Site': 'same-origin' }

    test('names every field that is wrong, with a 422 that nobody keeps', async () => {
      const response = await post({}, own)
      expect([response.status, response.headers.get('cache-control')]).toEqual([422, 'no-store'])
      const html = await response.text()
      for (const name of ['name', 'email', 'message']) expect(html).toContain(`id="${name}-problem"`)
      expect(html).not.toContain('<script>')
    })

    test('refuses what is too long, and what is larger than a form can be', async () => {
      expect((await post({ ...written, message: 'x'.repeat(5001) }, own)).status).toBe(422)
      expect((await post({ ...written, message: 'x'.repeat(70_000) }, own)).status).toBe(413)
    })

    test('is a 500 and a line of the log where the message cannot be delivered', async () => {
      status = 503
      const response = await post(written, own)
      status = 200
      expect(response.status).toBe(500)
      const id = response.headers.get('x-request-id')
      const error = () => server.logs.find(line => line.id === id && line.level === 50)
      await expect.poll(error).toMatchObject({ err: { message: 'the inbox has answered 503' } })
      expect(JSON.stringify(server.logs)).not.toContain('jane@')
    })
  })
})

describe('a page of the server, in a browser', () => {
  let server: Awaited<ReturnType<typeof start>>
  let page: Page
  let heard: string[]
  beforeAll(async () => {
    server = await start({ bundle: join(project.folder, 'build/server.js') })
  })
  afterAll(() => stop(server))
  beforeEach(async () => {
    page = await browser.newPage({ viewport: { width: 390, height: 700 }, hasTouch: true })
    heard = complaints(page)
  })
  afterEach(async () => {
    await page.close()
    expect(heard).toEqual([])
  })

  test('is reached, and left, by a document', async () => {
    const documents: string[] = []
    page.on('request', request => request.isNavigationRequest() && documents.push(request.url()))
    await page.goto(server.url)
    await hydrated(page)
    await page.locator('footer a[href="/jobs"]').tap()
    await page.getByText('A job anywhere').waitFor()
    await page.locator('.menu-button').tap()
    await page.locator(`#menu a[href="${contact.path}"]`).tap()
    await hydrated(page)
    await page.goBack()
    await page.getByText('A job anywhere').waitFor()
    expect(documents.map(url => new URL(url).pathname)).toEqual(['/', '/jobs', contact.path, '/jobs'])
  })

  const ways: [how: string, close: (page: Page) => Promise<unknown>][] = [
    ['by Escape', page => page.keyboard.press('Escape')],
    ['by its button', page => page.locator('.menu-button').tap()],
    ['by a tap beside it', page => page.touchscreen.tap(195, 690)],
    ['when the focus leaves it', page => page.locator('main a').first().focus()],
    ['when a link in it is followed', page => page.locator(`#menu a[href="${contact.path}"]`).tap()],
  ]
  test.each(ways)('has a menu that closes %s', async (_, close) => {
    await page.goto(`${server.url}/jobs`)
    const menu = page.locator('#menu')
    const isSeen = () => menu.evaluate(element => element.checkVisibility({ opacityProperty: true }))
    // A response that never comes: the page with the menu stays.
    await page.route(`**${contact.path}`, () => {})
    await page.locator('.menu-button').tap()
    await expect.poll(isSeen).toBe(true)
    await page.keyboard.press('Tab')
    await close(page)
    await expect.poll(isSeen).toBe(false)
  })
})
