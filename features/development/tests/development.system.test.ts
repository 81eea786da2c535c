// npm run dev: what an open page and the terminal are told after an edit, and how it ends.
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { ask } from '../../../tests/support/ask.ts'
import { copyBuilt, copyProject, editFile } from '../../../tests/support/copy-project.ts'
import { leaveOut } from '../../../tests/support/needs.ts'
import { LOOPBACK } from '../../../tests/support/ports.ts'
import { launch } from '../../../tests/support/process.ts'
import { runDev, runServing } from '../../../tests/support/run-dev.ts'

const folder = copyBuilt(inject('fixture'))
const edit = (file: string, from: string | RegExp, to: string) => editFile(folder, file, from, to)

describe('npm run dev', () => {
  let dev: Awaited<ReturnType<typeof runDev>>
  /** The events that an open page was sent since the last action. */
  let events = ''
  const isTold = (event: string) => expect.poll(() => events).toContain(`event: ${event}\n`)
  const get = async (path: string) => (await fetch(dev.url + path)).text()

  beforeAll(async () => {
    dev = await runDev(folder, { SERVE: 'static' }) // As a site's .env may have it: it follows edits all the same.
    const [, version] = /dev\/events\?([\w-]+)"/.exec(await get('/')) ?? []
    expect(version).toBeDefined()
    const { body } = await fetch(`${dev.url}/dev/events?${version}`)
    const follow = async () => {
      for await (const text of body!.pipeThrough(new TextDecoderStream())) events += text
    }
    follow().catch(() => {}) // The process ends before the stream does.
  })

  test('says in the terminal which types are wrong', async () => {
    // Of this copy some are: it lacks tests/, with the types of what the fixture's endpoints have for tests.
    await expect.poll(() => dev.written.stderr).toMatch(/error TS/)
    const undo = edit('shared/site/company.ts', /$/, '\nexport const wrong: string = 1\n')
    await expect.poll(() => dev.written.stderr).toMatch(/shared\/site\/company\.ts\(\d+,\d+\): error TS2322/)
    undo()
  })

  /** A page without the version of its build, by which it hears of later ones. */
  const getContent = async (path: string) =>
    (await get(path)).replace(/dev\/events\?[\w-]+|'sha256-[^']+'/g, '')

  test.each([
    ['a page', 'shared/site/pages/contact.tsx', '</', ' edited</', '/kontakt', 'built'],
    ['the facts', 'shared/site/company.ts', "path: '/mitglieder'", "path: '/edited'", '/', 'reload'],
    [
      'the script that loads the others',
      'client/script-loader.ts',
      'MAX_WAIT_MS = 2000',
      'MAX_WAIT_MS = 2001',
      '/',
      'reload',
    ],
    [
      'the server',
      'server/respond/responses.ts',
      "textResponse(404, 'Not found')",
      "textResponse(404, 'edited')",
      '/assets/gone.js',
      'reload',
    ],
    [
      'the middleware',
      'server/site/middleware.ts',
      '= globalThis.testMiddleware',
      "= [(_req, res) => void res.send('edited')]",
      '/.well-known/security.txt',
      'built',
    ],
    ['a public file', 'shared/site/public/google123.html', /$/, 'edited', '/google123.html', 'reload'],
  ])('shows an edit of %s, and what is taken back', async (_, file, from, to, path, event) => {
    const before = await getContent(path)
    events = ''
    const undo = edit(file, from, to)
    await isTold(event)
    expect(await get(path)).toMatch(/edited|2001/)
    events = ''
    undo()
    await isTold(event)
    expect(await getContent(path)).toBe(before)
  })

  test('keeps what the program has in memory at an edit of a stylesheet', async () => {
    const count = "= (() => { let n = 0; return [(_req, res) => void res.send('edited ' + ++n)] })()"
    const countNothing = edit('server/site/middleware.ts', '= globalThis.testMiddleware', count)
    await expect.poll(() => get('/.well-known/security.txt')).toMatch(/^edited/)
    const asked = async () => Number((await get('/.well-known/security.txt')).replace('edited ', ''))
    const before = await asked()
    events = ''
    const undo = edit('shared/site/styles/index.css', /$/, '\n@layer base { h1 { outline: 8px solid } }')
    await isTold('style')
    expect(await asked()).toBe(before + 1)
    events = ''
    undo()
    countNothing()
    await isTold('built')
  })

  test('sends a style alone where nothing else was edited', async () => {
    events = ''
    const undo = edit('shared/site/styles/index.css', /$/, '\n@layer base { h1 { outline: 7px solid } }')
    await expect.poll(() => events).toMatch(/^event: style\ndata: .*7px/m)
    events = ''
    undo()
    await isTold('style')
  })

  const contact = 'shared/site/pages/contact.tsx'
  test.each<[string, file: string, from: string | RegExp, to: string, path: string | undefined, RegExp]>([
    [
      'in the syntax',
      'shared/document.tsx',
      'Document(',
      'Document((',
      undefined,
      /shared\/document\.tsx:\d+:\d+/,
    ],
    [
      'in the name of what a package has',
      'server/site/endpoints.ts',
      /^/,
      "import { none } from 'react-router'\nvoid none\n",
      undefined,
      /server\/site\/endpoints\.ts:1\n.* does not provide an export named 'none'/s,
    ],
    [
      'that throws',
      contact,
      '<Copy',
      '{no}<Copy',
      '/kontakt',
      /no is not defined.*\n {2}> +\d+ \| .*\{no\}<Copy.*\(shared\/site\/pages\/contact\.tsx:\d+.*\n\nIn these components:\n {4}at Contact \(shared\/site\/pages\/contact\.tsx:\d+(?!.*node_modules)/s,
    ],
    [
      'that throws when nobody waits for it',
      'server/site/endpoints.ts',
      /$/,
      "\nsetTimeout(() => { throw new Error('too late') })",
      undefined,
      /too late.*\(server\/site\/endpoints\.ts:\d+/s,
    ],
  ])('reports a mistake %s until the next good edit', async (...mistake) => {
    const [, file, from, to, path, message] = mistake
    const told = async () => {
      await get(path ?? '/') // What concerns one page is told when that is rendered.
      return [...events.matchAll(/^event: problem\ndata: (.*)\n/gm)].map(([, data = '']) => {
        const { text, path }: { text: string; path?: string } = JSON.parse(data)
        return { text, path }
      })
    }
    const { length } = dev.written.stderr
    const undo = edit(file, from, to)
    await expect.poll(told).toContainEqual({ text: expect.stringMatching(message), path })
    const printed = () => dev.written.stderr.slice(length)
    await expect.poll(printed).toMatch(message)
    expect(printed()).not.toContain(folder)
    events = ''
    undo()
    await isTold('built')
  })

  test('shows with the cure of a mistake what was edited meanwhile', async () => {
    events = ''
    const cure = edit(contact, '<Copy', '<Copy<')
    await isTold('problem')
    events = ''
    const undo = edit('server/site/policy.ts', /$/, '\n// edited\n')
    await isTold('problem')
    events = ''
    cure()
    await isTold('reload')
    undo()
  })

  test('answers for a page that throws with 500, and with the script that shows why and waits for an edit', async () => {
    const undo = edit(contact, '<Copy', '{no}<Copy')
    await expect.poll(async () => (await fetch(`${dev.url}/kontakt`)).status).toBe(500)
    const response = await fetch(`${dev.url}/kontakt`)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    })
    expect(await response.text()).toMatch(/^<!doctype html><title>Development<\/title><script>.*dev\/events/s)
    events = ''
    undo()
    await isTold('built')
  })

  test('says once in the terminal that a key is missing, and not for each request', async () => {
    const { length } = dev.written.stderr
    const said = () => dev.written.stderr.slice(length).match(/unique "key" prop/g)?.length
    const undo = edit(contact, '<Copy', '{[1, 2].map(n => <i>{n}</i>)}<Copy')
    await expect.poll(() => get('/kontakt')).toContain('<i>2</i>')
    await get('/kontakt')
    await expect.poll(said).toBe(1)
    undo()
    await expect.poll(() => get('/kontakt')).not.toContain('<i>')
  })

  test('prints what the build warns of', async () => {
    const undo = edit('shared/site/routes.ts', "title: 'Leistungen'", `title: '${'Leistungen '.repeat(9)}'`)
    await expect.poll(() => dev.written.stderr).toMatch(/^WARNING: routes\.services\.title /m)
    events = ''
    undo()
    await isTold('reload')
  })

  test('names the public origin in a page, as it will be published', async () => {
    expect(await get('/kontakt')).toContain(
      '<link rel="canonical" href="https://mueller-u-soehne.example/kontakt"/>',
    )
  })

  test('listens on this machine alone', async () => {
    await expect(fetch(dev.url.replace('127.0.0.1', LOOPBACK))).rejects.toThrow()
  })

  test('prints that the site is built, and how long that took', () => {
    expect(dev.written.stdout).toMatch(/^built in \d+ ms$/m)
  })

  test('is ready', async () => {
    expect((await fetch(`${dev.url}/readyz`)).status).toBe(200)
  })

  test('answers a WebSocket as a request without one, as the site does', async () => {
    const headers = { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' }
    expect((await ask(`${dev.url}/kontakt`, { headers })).status).toBe(200)
  })

  describe('below /dev/', () => {
    const MODULE = '/dev/shared/site/pages/contact.tsx'
    const sourcesOf = (script: string) => {
      const [, map = ''] = /sourceMappingURL=data:application\/json;base64,(\S+)\s*$/.exec(script) ?? []
      return JSON.parse(Buffer.from(map, 'base64').toString()).sourcesContent
    }

    test('sends the modules of a page, each with its source', async () => {
      const [, page = ''] = /data-page="([^" ]+)/.exec(await get('/kontakt')) ?? []
      const [, module = ''] = new RegExp(`"(${MODULE}[^"]*)"`).exec(await get(page)) ?? []
      expect(sourcesOf(await get(module))).toEqual([readFileSync(join(folder, contact), 'utf8')])
    })

    test('explains an error in one by its place in the source', async () => {
      const file = 'client/links.ts'
      const lineIn = (text: string) =>
        text.split('\n').findIndex(line => line.includes('function followLinks')) + 1
      const [line, lineOfSource] = [await get(`/dev/${file}`), readFileSync(join(folder, file), 'utf8')].map(
        lineIn,
      )
      expect(line).not.toBe(lineOfSource)
      const body = `Error: no\n    at followLinks (${dev.url}/dev/${file}:${line}:8)`
      const explained = await fetch(`${dev.url}/dev/errors`, { method: 'POST', body })
      expect(await explained.text()).toContain(`(${file}:${lineOfSource}:`)
    })

    test('sends React’s development build', async () => {
      const [address = ''] =
        /\/dev\/[^"]*react-dom_client[^"]*/.exec(await get('/dev/client/hydrate.tsx')) ?? []
      expect(await get(address)).toContain('react-dom-client.development')
    })

    test.each([
      ['code of the server', '/dev/server/site/endpoints.ts'],
      ['a file beside the project', '/dev/@fs/etc/passwd'],
      ['what would start an editor', '/dev/__open-in-editor?file=package.json'],
    ])('has not %s', async (_, path) => {
      const { status } = await fetch(dev.url + path, { headers: { 'Sec-Fetch-Dest': 'script' } })
      expect([403, 404]).toContain(status)
    })

    test.each(['/', '/dev/events', MODULE])('answers for %s to no other site', async path => {
      const statusFor = async (headers: Record<string, string>) => {
        const req = request(dev.url + path, { headers }).end()
        const [{ statusCode }] = (await once(req, 'response')) as [IncomingMessage]
        req.destroy()
        return statusCode
      }
      expect({
        byHost: await statusFor({ Host: 'evil.example' }),
        byOrigin: await statusFor({ Origin: 'https://evil.example' }),
        own: await statusFor({ Origin: dev.url }),
      }).toEqual({ byHost: 403, byOrigin: 403, own: 200 })
    })
  })

  test('logs pages and errors, and not each asset', async () => {
    for (const path of ['/lageplan.svg', '/none.png', '/datenschutz']) await get(path)
    const lines = () => dev.written.stdout.split('\n').filter(line => /lageplan|none|datenschutz/.test(line))
    const logged = [/^404 GET \/none\.png /, /^200 GET \/datenschutz /]
    await expect.poll(lines).toEqual(logged.map(line => expect.stringMatching(line)))
  })

  test('renders with a package of CommonJS whose names are made when it runs', async () => {
    const at = join(folder, 'shared/site/pages/node_modules/runtime')
    mkdirSync(at, { recursive: true })
    writeFileSync(join(at, 'index.js'), "for (const name of ['one', 'two']) exports[name] = 'its ' + name")
    const use = edit(contact, '<Copy', '{two}<Copy')
    const undo = edit(contact, /^/, "import { two } from 'runtime'\n")
    await expect.poll(() => get('/kontakt')).toContain('its two')
    undo()
    use()
    await expect.poll(() => get('/kontakt')).not.toContain('its two')
    expect(dev.written.stdout).not.toContain('Node cannot import')
  })
})

const taken = createServer().listen(0, '127.0.0.1').unref()
await once(taken, 'listening')
test.each([
  ['a variable cannot be used', 'abc'],
  ['its port is taken', String((taken.address() as AddressInfo).port)],
])('npm run dev ends with one line where %s', async (_, port) => {
  await expect(runDev(folder, { PORT: port })).rejects.toThrow(
    new RegExp(`^ended with 1: building …\nPORT=${port} .*\n$`),
  )
})

const ofSystem = process.platform === 'win32' ? ['#'] : ['#', '?']
test.each(ofSystem)('npm run dev in a folder whose name has a %s says which to rename', async character => {
  const odd = join(mkdtempSync(join(tmpdir(), 'dev-test-')), `site ${character}1`)
  renameSync(copyProject(), odd)
  await expect(runDev(odd)).rejects.toThrow(`can't work in ${odd}`)
})

const CACHE = join(folder, 'node_modules/.cache/site')
const temporary = () => readdirSync(CACHE).filter(name => name.startsWith('dev-'))

test.each(['dev', 'start'])('npm run %s leaves nothing behind when npm is ended', async script => {
  const before = temporary()
  const { url, signal, child } = await runServing(folder, 'npm', ['run', script])
  expect((await fetch(url)).status).toBe(200)
  signal('SIGTERM')
  // Each of its processes has these streams.
  const streams = () => ({ stdoutClosed: child.stdout?.closed, stderrClosed: child.stderr?.closed })
  await expect.poll(streams).toEqual({ stdoutClosed: true, stderrClosed: true })
  expect(temporary().filter(name => !before.includes(name))).toEqual([])
})

test.each(['SIGINT', 'SIGHUP'] as const)(
  'npm run dev ends with exit code 0 at %s, and leaves nothing behind',
  leaveOut(process.platform === 'win32', 'Windows ends a process without a signal'),
  async name => {
    const { child, ended, signal } = await runDev(folder)
    const own = `dev-${child.pid}`
    expect(temporary()).toContain(own)
    signal(name)
    expect({ code: await ended, isLeft: temporary().includes(own) }).toEqual({ code: 0, isLeft: false })
  },
)

describe('npm run dev, started with a mistake in the source', () => {
  const makeMistake = () => edit('shared/document.tsx', 'Document(', 'Document((')
  /** Of a process that was killed. */
  let left: string
  let dev: Awaited<ReturnType<typeof runDev>>
  let undo = () => {}
  beforeAll(async () => {
    const { child, ended } = launch(process.execPath, ['-e', ''], {})
    await ended
    left = `dev-${child.pid}`
    mkdirSync(join(CACHE, left))
    undo = makeMistake()
    dev = await runDev(folder)
  })

  test('prints it', () => {
    expect(dev.written.stderr).toMatch(/shared\/document\.tsx:\d+:\d+/)
  })

  test('removes what one that was killed has left', () => {
    expect(temporary()).not.toContain(left)
  })

  test('answers with a page that waits for an edit, and shows the site after that', async () => {
    const response = await fetch(dev.url)
    expect({ status: response.status, html: await response.text() }).toEqual({
      status: 500,
      html: expect.stringMatching(/^<!doctype html><title>Development<\/title><script>.*dev\/events\?/s),
    })
    undo()
    await expect.poll(async () => (await fetch(dev.url)).status).toBe(200)
  })
})
