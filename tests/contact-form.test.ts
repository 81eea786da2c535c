import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { complaints, launchBrowser } from './support/browser.ts'
import { root } from './support/folders.ts'
import { start, stop } from './support/process.ts'
import { copyOfProject } from './support/project.ts'

/** The blocks of code of docs/more.md that name a file of the project. */
const blocks = [
  ...readFileSync(join(root, 'docs/more.md'), 'utf8').matchAll(
    /^```tsx?\n\/\/ ((?:server|shared)\/\S+)\n(.*?)^```$/gms,
  ),
].map(([, file = '', code = '']) => ({ file, code }))

/** Puts a block into the file that it names, as its reader would. */
function withBlock(source: string, file: string, code: string): string {
  if (file === 'shared/pages.ts') return source.replace('} as const satisfies', `${code}$&`)
  const [, start = ''] = /^(export (?:const|function) \w+)/m.exec(code) ?? []
  const statement = new RegExp(`^${start}.*?(?:[^{]\\}|\\})\\n`, 'ms')
  expect(source).toMatch(statement)
  const imports = code.match(/^import .*\n/gm) ?? []
  const added = imports.filter(line => !source.includes(line)).join('')
  return added + source.replace(statement, () => code.slice(code.indexOf(start)))
}

let inboxStatus = 200
/** What has arrived where the form's endpoint sends the messages. */
const inbox: Record<string, string>[] = []
const inboxServer = createServer(async (req, res) => {
  inbox.push(Object.fromEntries(new URLSearchParams(await text(req))))
  res.writeHead(inboxStatus).end()
})

const written = { name: 'Jane <b>', email: 'jane@example.org', message: 'A shop.\nWith "quotes" & more.' }

let project: ReturnType<typeof copyOfProject>
let browser: Browser
beforeAll(async () => {
  inboxServer.listen(0, '127.0.0.1')
  await once(inboxServer, 'listening')
  const inboxUrl = `http://127.0.0.1:${(inboxServer.address() as AddressInfo).port}`
  project = copyOfProject()
  for (const { file, code } of blocks) {
    const path = join(project.folder, file)
    const whole = existsSync(path) ? withBlock(readFileSync(path, 'utf8'), file, code) : code
    project.write(file, whole.replace('https://inbox.example.com', inboxUrl))
  }
  const [{ code, said }] = await Promise.all([
    project.prerender(),
    launchBrowser().then(launched => {
      browser = launched
    }),
  ])
  expect(code, said).toBe(0)
})
afterAll(async () => {
  await browser.close()
  inboxServer.close()
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

describe.each(['live', 'static'])('the contact form, %s', SERVE => {
  let server: Awaited<ReturnType<typeof start>>
  beforeAll(async () => {
    server = await start({ bundle: join(project.folder, 'build/server.js'), env: { SERVE } })
  })
  afterAll(() => stop(server))

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
    expect(await name.inputValue()).toBe(written.name)
    expect(await message.inputValue()).toBe(written.message)
    expect(await name.getAttribute('aria-invalid')).toBe('false')
    expect(await email.getAttribute('aria-invalid')).toBe('true')
    const fault = page.locator(`#${await email.getAttribute('aria-describedby')}`)
    expect(await fault.innerText()).toBe('Please check this address.')
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
    for (const name of ['name', 'email', 'message']) expect(html).toContain(`id="${name}-fault"`)
    expect(html).not.toContain('<script>')
  })

  test('refuses what is too long, and what is larger than a form can be', async () => {
    expect((await post({ ...written, message: 'x'.repeat(5001) }, own)).status).toBe(422)
    expect((await post({ ...written, message: 'x'.repeat(70_000) }, own)).status).toBe(413)
  })

  test('is a 500 and a line of the log where the message cannot be delivered', async () => {
    inboxStatus = 503
    const response = await post(written, own)
    inboxStatus = 200
    expect(response.status).toBe(500)
    const id = response.headers.get('x-request-id')
    const error = () => server.logs.find(line => line.id === id && line.level === 50)
    await expect.poll(error).toMatchObject({ err: { message: 'the inbox has answered 503' } })
    expect(JSON.stringify(server.logs)).not.toContain('jane@')
  })
})
