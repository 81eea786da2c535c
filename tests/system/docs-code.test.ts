// The code of docs/more.md, put into the files that it names: a page with data, a form, a password, tests.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { company } from '../../shared/site/company.ts'
import { copyProject, runNode, runScript } from '../support/copy-project.ts'
import { documentedCode } from '../support/documented-code.ts'
import { leaveOut } from '../support/needs.ts'
import { start } from '../support/process.ts'

const root = join(import.meta.dirname, '../..')

/** A file with a block of code in an object of it, and what the block imports. */
function withCode(source: string, object: string, code: string): string {
  const begin = new RegExp(`^ *(export const )?${object}\\b.*[=:] \\{`, 'm')
  expect(source).toMatch(begin)
  const imports = code.match(/^import .*\n/gm)?.join('') ?? ''
  return imports + source.replace(begin, match => `${match}\n${code.replace(imports, '')}`)
}

const ofTailwind = documentedCode('Tailwind').map(({ file }) => file)

/** What the documented site asks for data, and sends messages to. */
let status = 200
const inbox: Record<string, string>[] = []
const backend = createServer(async (req, res) => {
  const { pathname, searchParams } = new URL(req.url ?? '', 'http://localhost')
  res.writeHead(status)
  if (pathname === '/open') {
    const title = `A job ${searchParams.get('place')}`
    return void res.end(JSON.stringify([{ slug: 'mason', title, hours: 38, salary: 52_000 }]))
  }
  inbox.push(Object.fromEntries(new URLSearchParams(await text(req))))
  res.end()
})

const written = { name: 'Jane <b>', email: 'jane@example.org', message: 'A shop.\nWith "quotes" & more.' }
const ownPage = { 'Sec-Fetch-Site': 'same-origin' }

// In a company's copy the pages may have other names than those of the documents.
const isAgreed = company.name === 'Acme Software' && company.origin === 'https://www.example.com'
const ofAcme = leaveOut(!isAgreed, 'the site is a company’s')
describe('the code of docs/more.md', ofAcme, () => {
  let folder: string
  let server: Awaited<ReturnType<typeof start>>
  beforeAll(async () => {
    await once(backend.listen(0, '127.0.0.1'), 'listening')
    const url = `http://127.0.0.1:${(backend.address() as AddressInfo).port}`
    folder = copyProject({ withTests: true })
    for (const { file, object, code } of documentedCode()) {
      if (ofTailwind.includes(file)) continue // Its packages are those of tests/browser/, which has a test of it.
      const source = object ? withCode(readFileSync(join(folder, file), 'utf8'), object, code) : code
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), source.replace(/https:\/\/(inbox|jobs)\.example\.com/, url))
    }
    const { code, output } = await runScript(folder, 'scripts/prerender.ts')
    expect(code, output).toBe(0)
    server = await start(folder, { env: { TRUST_PROXY: 'true' } })
  })
  afterAll(() => void backend.close())
  beforeEach(() => {
    status = 200
    inbox.length = 0
  })

  let visitors = 0
  /** Sends the form, from another address each time if none is given. */
  const post = (
    fields: Record<string, string>,
    headers: HeadersInit = ownPage,
    from = `192.0.2.${++visitors}`,
  ) =>
    fetch(`${server.url}/enquiry`, {
      method: 'POST',
      headers: { 'X-Forwarded-For': from, ...headers },
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })

  test('passes the compiler and the linter', () => {
    const run = (command: string, ...args: string[]) =>
      execFileSync(process.execPath, [join(root, 'node_modules', command), ...args], {
        cwd: folder,
        stdio: 'pipe',
      })
    const types = '{ "include": ["server", "shared"], "extends": "./tsconfig.json" }'
    writeFileSync(join(folder, 'types.json'), types)
    run('typescript/bin/tsc', '-p', 'types.json')
    run('@biomejs/biome/bin/biome', 'lint', '--vcs-enabled=false', 'server', 'shared')
  })

  test('has tests of a page and of a loader that pass', async () => {
    const vitest = join(root, 'node_modules/vitest/vitest.mjs')
    const args = [vitest, 'run', '--project', 'site', 'server/site']
    const { code, output } = await runNode(folder, args)
    expect(code, output).toBe(0)
    expect(output).toContain('2 passed')
  })

  test('shows its own footer, a search in the header, and links elsewhere in the menus', async () => {
    const html = await (await fetch(server.url)).text()
    const [header = '', footer = ''] = [/<header.*<\/header>/s, /<footer.*<\/footer>/s].map(
      part => part.exec(html)?.[0],
    )
    expect(header).toMatch(/<input type="search"[^>]* name="place"/)
    expect(header).toContain('<a href="https://status.example.com" class="r-menu-link">Status</a>')
    expect(footer).toMatch(/Company<ul>.*Status.*© \d{4} Acme Software, made in Dublin<\/p>/s)
  })

  test('shows a page with data for its query live, and without one from dist/', async () => {
    expect(await (await fetch(`${server.url}/jobs?place=Berlin`)).text()).toContain('>A job Berlin</a>')
    expect(readFileSync(join(folder, 'dist/jobs.html'), 'utf8')).toContain('>A job anywhere</a>')
  })

  test('shows each page of a path with parts, and its data, without what is not public', async () => {
    const page = await (await fetch(`${server.url}/jobs/mason`)).text()
    expect(page).toContain('<h1>A job anywhere</h1>')
    expect(page).toContain('<p>38 hours a week</p>')
    const data = await (await fetch(`${server.url}/jobs/mason.json`)).json()
    expect(data.data).toEqual({ title: 'A job anywhere', hours: 38 })
    expect(page).not.toContain('52')
    expect(readFileSync(join(folder, 'dist/jobs/mason.json'), 'utf8')).not.toContain('salary')
    expect((await fetch(`${server.url}/jobs/nobody`)).status).toBe(404)
  })

  test('has a home page in German, and says below it in German that there is no page', async () => {
    expect(await (await fetch(`${server.url}/de`)).text()).toMatch(/^<!DOCTYPE html><html lang="de"/)
    const missing = await fetch(`${server.url}/de/nichts`)
    expect({ status: missing.status, html: await missing.text() }).toEqual({
      status: 404,
      html: expect.stringMatching(/<html lang="de".*<h1[^>]*>Seite nicht gefunden<\/h1>.*href="\/de"/s),
    })
    expect(readFileSync(join(folder, 'dist/de/404.html'), 'utf8')).toContain('Seite nicht gefunden')
  })

  test('delivers a message, and leads to another page', async () => {
    const { status, headers } = await post(written)
    const location = headers.get('location')
    expect({ status, location }).toEqual({ status: 303, location: '/enquiry/sent' })
    expect(inbox).toEqual([written])
    expect(await (await fetch(`${server.url}/enquiry/sent`)).text()).toContain('<h1>Thank you</h1>')
  })

  test.each<[status: number, string, headers: (own: string) => Record<string, string>]>([
    [303, 'of a browser without Sec-Fetch-Site', Origin => ({ Origin })],
    [403, 'of another site', () => ({ 'Sec-Fetch-Site': 'cross-site' })],
    [403, 'of another subdomain', Origin => ({ 'Sec-Fetch-Site': 'same-site', Origin })],
    [403, 'of another site, in such a browser', () => ({ Origin: 'https://other.example' })],
    [403, 'without an origin', () => ({})],
  ])('responds with %i to a form %s', async (expected, _, headers) => {
    expect((await post(written, headers(server.url))).status).toBe(expected)
    expect(inbox).toHaveLength(expected === 303 ? 1 : 0)
  })

  test('names every field that is wrong, and keeps what was written', async () => {
    const response = await post({ name: written.name })
    const { status, headers } = response
    expect({ status, cache: headers.get('cache-control') }).toEqual({ status: 422, cache: 'no-store' })
    const html = await response.text()
    for (const name of ['email', 'message']) expect(html).toContain(`id="${name}-problem"`)
    expect(html).toContain('value="Jane &lt;b&gt;"')
  })

  test('refuses what is too long', async () => {
    expect((await post({ ...written, message: 'x'.repeat(5001) })).status).toBe(422)
    expect((await post({ ...written, message: 'x'.repeat(70_000) })).status).toBe(413)
  })

  test('is a 500 and a line of the log where the message cannot be delivered', async () => {
    status = 503
    const response = await post(written)
    expect(response.status).toBe(500)
    const id = response.headers.get('x-request-id')
    const error = () => server.logs.find(line => line.id === id && line.level === 50)
    await expect.poll(error).toMatchObject({ err: { message: 'the inbox responded with 503' } })
    expect(JSON.stringify(server.logs)).not.toContain('jane@')
  })

  // renderer/http/middleware.test.ts asks such a site for everything.
  test.each(['live', 'static'])('%s: asks for the password where there is one', async SERVE => {
    const staging = await start(folder, { env: { SERVE, STAGING_PASSWORD: 'geheim' } })
    const get = async (authorization?: string) => {
      const headers = authorization ? { authorization: `Basic ${btoa(authorization)}` } : {}
      const response = await fetch(`${staging.url}/jobs/mason.json`, { headers })
      return `${response.status} ${response.headers.get('cache-control')}`
    }
    expect([await get(), await get('anybody:geheim')]).toEqual([
      '401 private, no-store',
      '200 private, no-store',
    ])
  })

  test('accepts twenty messages an hour from one address', async () => {
    const statuses = []
    for (let i = 0; i < 21; i++) statuses.push((await post(written, ownPage, '198.51.100.1')).status)
    expect(statuses).toEqual([...Array(20).fill(303), 429])
  })
})
