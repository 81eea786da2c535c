import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchChromium } from '../support/browser.ts'
import { needsPackaged } from '../support/carried.ts'
import { cleanEnvironment, copyProject, layFixture } from '../support/copy-project.ts'

const folder = copyProject()
layFixture(folder)
const running: ChildProcess[] = []
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
})

/** Runs a command in the copy, in a process group of its own. Resolves when it says where it listens, or has ended. */
async function run(command: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn(command, args, {
    cwd: folder,
    detached: true,
    env: { ...cleanEnvironment(), PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  const said: string[] = []
  const errors: string[] = []
  createInterface(child.stderr).on('line', line => errors.push(line))
  const ended = once(child, 'close').then(([code]) => code as number)
  const listening = new Promise<string>(resolve =>
    createInterface(child.stdout).on('line', line => {
      said.push(line)
      const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? []
      if (url) resolve(url)
    }),
  )
  const url = (await Promise.race([listening, ended.then(() => '')])) || ''
  return { child, url, said, errors, ended }
}

/** At once, as editors do it: development would see a file that is half written. */
function write(file: string, text: string): void {
  writeFileSync(join(folder, '.written'), text)
  renameSync(join(folder, '.written'), join(folder, file))
}

/** Edits a file. Returns what takes the edit back. */
function edit(file: string, from: string | RegExp, to: string): () => void {
  const text = readFileSync(join(folder, file), 'utf8')
  expect(text.replace(from, to), `${file} has ${from}`).not.toBe(text)
  write(
    file,
    text.replace(from, () => to),
  )
  return () => write(file, text)
}

describe('npm run dev', () => {
  let dev: Awaited<ReturnType<typeof run>>
  /** The next event that an open page is sent, and its data. */
  let next: () => Promise<{ event: string; data: string }>
  const get = async (path: string) => (await fetch(dev.url + path)).text()

  beforeAll(async () => {
    dev = await run(process.execPath, ['--import', 'tsx', 'scripts/dev.ts'])
    const [, version] = /dev\/events\?\$\{"([\w-]+)"\}/.exec(await get('/')) ?? []
    expect(version).toBeDefined()
    const { body } = await fetch(`${dev.url}/dev/events?${version}`)
    const lines = createInterface(Readable.fromWeb(body as never))[Symbol.asyncIterator]()
    const line = async () => String((await lines.next()).value)
    next = async () => {
      const [event, data] = [await line(), await line()]
      await line()
      return { event: event.replace('event: ', ''), data: JSON.parse(data.replace('data: ', '')) }
    }
  })

  test.each([
    ['a page', 'shared/pages/contact.tsx', '</', ' edited</', '/kontakt'],
    ['the facts', 'shared/company.ts', "path: '/mitglieder'", "path: '/edited'", '/'],
    ['the script that loads the others', 'client/loader.ts', 'MAX_WAIT = 2000', 'MAX_WAIT = 2001', '/'],
    ['the server', 'server/site-files.ts', 'User-agent: *', 'User-agent: edited', '/robots.txt'],
    ['a public file', 'shared/public/google123.html', /$/, 'edited', '/google123.html'],
    ['a text', 'shared/content/impressum.md', /$/, '\nedited', '/impressum'],
  ])('shows an edit of %s, and what is taken back', async (_, file, from, to, path) => {
    const before = await get(path)
    const undo = edit(file, from, to)
    expect(await next()).toEqual({ event: 'reload', data: '' })
    const after = await get(path)
    expect(after).not.toBe(before)
    expect(after).toMatch(/edited|2001/)
    expect(dev.errors).toEqual([])
    undo()
    expect((await next()).event).toBe('reload')
    expect(await get(path)).toBe(before)
  })

  test('sends a style alone where nothing else was edited', async () => {
    const undo = edit('shared/styles/index.css', /$/, '\n@layer base { h1 { outline: 7px solid } }')
    const { event, data } = await next()
    expect([event, data]).toEqual(['style', expect.stringContaining('7px')])
    undo()
    expect((await next()).event).toBe('style')
  })

  const contact = 'shared/pages/contact.tsx'
  test.each<[string, file: string, from: string | RegExp, to: string, path: string, RegExp]>([
    ['in the syntax', 'shared/document.tsx', 'Document(', 'Document((', '', /shared\/document\.tsx:\d+:\d+/],
    ['in a style', 'shared/styles/base.css', /$/, 'h1::after {{', '', /shared\/styles\/base\.css:\d+:\d+/],
    ['in a row', 'shared/pages.ts', "title: 'Team'", "title: ''", '', /pages\.team\.title has 0 characters/],
    ['in a link', contact, /href="\/[^"]*"/, 'href="/no"', '/kontakt', /\/no: there is no such page/],
    [
      'that throws',
      contact,
      '<CopyButton',
      '{no}<CopyButton',
      '/kontakt',
      /no is not defined(.|\n)*contact\.tsx:\d+/,
    ],
  ])(
    'reports a mistake %s in the terminal and to the open pages, until the next good edit',
    async (...mistake) => {
      const [, file, from, to, path, message] = mistake
      dev.errors.length = 0
      const undo = edit(file, from, to)
      if (path) {
        expect((await next()).event).toBe('reload')
        await get(path)
      }
      const { event, data } = await next()
      expect([event, Object(data).path ?? '']).toEqual(['problem', path])
      expect(Object(data).text).toMatch(message)
      await expect.poll(() => dev.errors.join('\n')).toMatch(message)
      expect(dev.errors.join('\n')).not.toContain(folder)
      undo()
      expect((await next()).event).toBe('reload')
    },
  )

  test('shows a mistake over the page, and hydrates after the next good edit', needsPackaged(), async () => {
    const browser = await launchChromium('@sparticuz/chromium')
    const shown = () => browser.evaluate("document.querySelector('dev-problem')?.textContent ?? ''")
    const hydrates = () =>
      expect
        .poll(() => browser.evaluate("'hydrated' in document.documentElement.dataset"), { timeout: 20_000 })
        .toBe(true)
    try {
      await browser.goto(dev.url, 1280, 800)
      await hydrates()
      const undo = edit('shared/document.tsx', 'export function Document(', 'export function Document((')
      await expect.poll(shown, { timeout: 20_000 }).toContain('shared/document.tsx')
      undo()
      await expect.poll(shown, { timeout: 20_000 }).toBe('')
      await hydrates()
    } finally {
      await browser.close()
    }
  })

  test('logs pages and errors, and not each asset', async () => {
    dev.said.length = 0
    for (const path of ['/favicon.svg', '/none.png', '/']) await get(path)
    await expect
      .poll(() => dev.said)
      .toEqual([expect.stringMatching(/^404 GET \/none\.png /), expect.stringMatching(/^200 GET \/ /)])
  })
})

test.each([
  ['a variable cannot be used', async () => 'abc'],
  [
    'its port is taken',
    async () => {
      const server = createServer().listen(0, '127.0.0.1').unref()
      await once(server, 'listening')
      return String((server.address() as AddressInfo).port)
    },
  ],
])('npm run dev ends with one line where %s', async (_, portOf) => {
  const PORT = await portOf()
  const { ended, errors } = await run(process.execPath, ['--import', 'tsx', 'scripts/dev.ts'], { PORT })
  expect(await ended).toBe(1)
  expect(errors).toEqual([expect.stringMatching(new RegExp(`^PORT=${PORT} `))])
})

test('every command is simple enough for any shell, that of Windows too', () => {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  for (const [name, script] of Object.entries<string>(scripts)) {
    // No quotes, variables, pipes or globs, and nothing that only a POSIX shell has.
    expect(script, name).toMatch(
      /^(node|npm run|biome|tsc|vitest)( [\w./:-]+)*( && (npm run|tsc)( [\w./-]+)*)?$/,
    )
    // What runs until it is ended is a single command, by which a shell replaces itself.
    if (['start', 'dev'].includes(name)) expect(script).not.toContain('&&')
  }
})

test.each(['dev', 'start'])(
  'npm run %s leaves no process and no file behind when npm is ended',
  async script => {
    const temporary = () =>
      readdirSync(join(folder, 'node_modules/.cache/site')).filter(name => name.startsWith('dev-'))
    const before = temporary()
    const { child, url, errors } = await run('npm', ['run', script])
    expect(url, errors.join('\n')).not.toBe('')
    expect((await fetch(url)).status).toBe(200)
    child.kill('SIGTERM')
    const isRunning = () => {
      try {
        return process.kill(-(child.pid ?? 0), 0)
      } catch {
        return false
      }
    }
    await expect.poll(isRunning, { timeout: 10_000 }).toBe(false)
    expect(temporary().filter(name => !before.includes(name))).toEqual([])
  },
)
rmSync(join(folder, '.written'), { force: true })
