// npm run dev: what an open page and the terminal receive after an edit, and how the command exits.
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { copyBuilt, copyProject, editFile } from '../../../tests/support/copy-project.ts'
import { request } from '../../../tests/support/http.ts'
import { skipIf } from '../../../tests/support/needs.ts'
import { LOOPBACK } from '../../../tests/support/ports.ts'
import { launch } from '../../../tests/support/process.ts'
import { runDev, runServing } from '../../../tests/support/run-dev.ts'

const folder = copyBuilt(inject('fixture'))
const edit = (file: string, from: string | RegExp, to: string) => editFile(folder, file, from, to)

describe('npm run dev', () => {
  let dev: Awaited<ReturnType<typeof runDev>>
  /** The events that an open page has received since the last action. */
  let events = ''
  const isTold = (event: string) => expect.poll(() => events).toContain(`event: ${event}\n`)
  const get = async (path: string) => (await fetch(dev.url + path)).text()

  beforeAll(async () => {
    dev = await runDev(folder, { SERVE: 'static' }) // A site's .env may set it, and edits are followed all the same.
    const [, version] = /dev\/events\?([\w-]+)"/.exec(await get('/')) ?? []
    expect(version).toBeDefined()
    const { body } = await fetch(`${dev.url}/dev/events?${version}`)
    const follow = async () => {
      for await (const text of body!.pipeThrough(new TextDecoderStream())) events += text
    }
    follow().catch(() => {}) // The process ends before the stream does.
  })

  // The compiler goes behind whatever else runs, so on a busy machine it takes minutes.
  test('prints type errors in the terminal', { timeout: 480_000 }, async () => {
    const printed = () => expect.poll(() => dev.written.stderr, { timeout: 240_000 })
    // This copy has some from the start: it lacks tests/, with the types of the fixture's test globals.
    await printed().toMatch(/error TS/)
    const undo = edit('shared/site/company.ts', /$/, '\nexport const wrong: string = 1\n')
    await printed().toMatch(/shared\/site\/company\.ts\(\d+,\d+\): error TS2322/)
    undo()
  })

  /** A page without the version of its build, which it sends to get events. */
  const getContent = async (path: string) =>
    (await get(path)).replace(/dev\/events\?[\w-]+|'sha256-[^']+'/g, '')

  test.each([
    ['a page', 'shared/site/pages/contact.tsx', '</', ' edited</', '/kontakt', 'built'],
    ['company.ts', 'shared/site/company.ts', "path: '/mitglieder'", "path: '/edited'", '/', 'reload'],
    [
      'the script loader',
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
  ])('shows an edit of %s, and its reversal', async (_, file, from, to, path, event) => {
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

  test('keeps the memory of the program after an edit of a stylesheet', async () => {
    const count = "= (() => { let n = 0; return [(_req, res) => void res.send('edited ' + ++n)] })()"
    const countNothing = edit('server/site/middleware.ts', '= globalThis.testMiddleware', count)
    await expect.poll(() => get('/.well-known/security.txt')).toMatch(/^edited/)
    const counted = async () => Number((await get('/.well-known/security.txt')).replace('edited ', ''))
    const before = await counted()
    events = ''
    const undo = edit('shared/site/styles/index.css', /$/, '\n@layer base { h1 { outline: 8px solid } }')
    await isTold('style')
    expect(await counted()).toBe(before + 1)
    events = ''
    undo()
    countNothing()
    await isTold('built')
  })

  test('sends only the new CSS after an edit of a stylesheet', async () => {
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
      'in the name of an export of a package',
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
      'that throws a UserError, whose message is enough',
      contact,
      '<Copy',
      "{(() => { throw Object.assign(new Error('a loader has to return data'), { name: 'UserError' }) })()}<Copy",
      '/kontakt',
      /(?<!UserError: )a loader has to return data\n\nIn these components:/,
    ],
    [
      'that throws in a timer',
      'server/site/endpoints.ts',
      /$/,
      "\nsetTimeout(() => { throw new Error('too late') })",
      undefined,
      /too late.*\(server\/site\/endpoints\.ts:\d+/s,
    ],
  ])('reports a mistake %s until the next good edit', async (...mistake) => {
    const [, file, from, to, path, text] = mistake
    const reported = async () => {
      await get(path ?? '/') // A problem of one page is reported when the page is rendered.
      return [...events.matchAll(/^event: problem\ndata: (.*)\n/gm)].map(([, data = '']) => {
        const { text, path }: { text: string; path?: string } = JSON.parse(data)
        return { text, path }
      })
    }
    const { length } = dev.written.stderr
    const undo = edit(file, from, to)
    await expect.poll(reported).toContainEqual({ text: expect.stringMatching(text), path })
    const printed = () => dev.written.stderr.slice(length)
    await expect.poll(printed).toMatch(text)
    expect(printed()).not.toContain(folder)
    events = ''
    undo()
    await isTold('built')
  })

  test('shows edits made during a mistake as soon as the mistake is fixed', async () => {
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

  test('responds with 500 for a page that throws, with a script that waits for an edit', async () => {
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

  test('prints React’s warning about a missing key once, not for each request', async () => {
    const { length } = dev.written.stderr
    const said = () => dev.written.stderr.slice(length).match(/unique "key" prop/g)?.length
    const undo = edit(contact, '<Copy', '{[1, 2].map(n => <i>{n}</i>)}<Copy')
    await expect.poll(() => get('/kontakt')).toContain('<i>2</i>')
    await get('/kontakt')
    await expect.poll(said).toBe(1)
    undo()
    await expect.poll(() => get('/kontakt')).not.toContain('<i>')
  })

  test('prints the warnings of the build', async () => {
    const undo = edit('shared/site/routes.ts', "title: 'Leistungen'", `title: '${'Leistungen '.repeat(9)}'`)
    await expect.poll(() => dev.written.stderr).toMatch(/^WARNING: routes\.services\.title /m)
    events = ''
    undo()
    await isTold('reload')
  })

  test('renders canonical links with the public origin', async () => {
    expect(await get('/kontakt')).toContain(
      '<link rel="canonical" href="https://mueller-u-soehne.example/kontakt"/>',
    )
  })

  test('listens on the loopback address only', async () => {
    await expect(fetch(dev.url.replace('127.0.0.1', LOOPBACK))).rejects.toThrow()
  })

  test('prints how long the build took', () => {
    expect(dev.written.stdout).toMatch(/^built in \d+ ms$/m)
  })

  test('responds with 200 at /readyz', async () => {
    expect((await fetch(`${dev.url}/readyz`)).status).toBe(200)
  })

  test('ignores a WebSocket upgrade, as the site’s server does', async () => {
    const headers = { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' }
    expect((await request(`${dev.url}/kontakt`, { headers })).status).toBe(200)
  })

  describe('below /dev/', () => {
    const MODULE = '/dev/shared/site/pages/contact.tsx'
    const sourcesOf = (script: string) => {
      const [, map = ''] = /sourceMappingURL=data:application\/json;base64,(\S+)\s*$/.exec(script) ?? []
      return JSON.parse(Buffer.from(map, 'base64').toString()).sourcesContent
    }

    test('serves the modules of a page with their sources in source maps', async () => {
      const [, page = ''] = /data-page="([^" ]+)/.exec(await get('/kontakt')) ?? []
      const [, module = ''] = new RegExp(`"(${MODULE}[^"]*)"`).exec(await get(page)) ?? []
      expect(sourcesOf(await get(module))).toEqual([readFileSync(join(folder, contact), 'utf8')])
    })

    test('maps an error in a module to its place in the source', async () => {
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

    test('serves React’s development build', async () => {
      const [address = ''] =
        /\/dev\/[^"]*react-dom_client[^"]*/.exec(await get('/dev/client/hydrate.tsx')) ?? []
      expect(await get(address)).toContain('react-dom-client.development')
    })

    test.each([
      ['server code', '/dev/server/site/endpoints.ts'],
      ['a file outside of the project', '/dev/@fs/etc/passwd'],
      ['Vite’s endpoint that opens an editor', '/dev/__open-in-editor?file=package.json'],
    ])('doesn’t serve %s', async (_, path) => {
      const { status } = await fetch(dev.url + path, { headers: { 'Sec-Fetch-Dest': 'script' } })
      expect([403, 404]).toContain(status)
    })

    test.each(['/', '/dev/events', MODULE])('responds for %s with 403 to other sites', async path => {
      const statusFor = async (headers: Record<string, string>) => {
        const req = httpRequest(dev.url + path, { headers }).end()
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

  test('logs pages and errors, but not each asset', async () => {
    for (const path of ['/lageplan.svg', '/none.png', '/datenschutz']) await get(path)
    const lines = () => dev.written.stdout.split('\n').filter(line => /lageplan|none|datenschutz/.test(line))
    const logged = [/^404 GET \/none\.png /, /^200 GET \/datenschutz /]
    await expect.poll(lines).toEqual(logged.map(line => expect.stringMatching(line)))
  })

  test('renders with a CommonJS package whose exports are set at run time', async () => {
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
  ['a variable is invalid', 'abc'],
  ['its port is taken', String((taken.address() as AddressInfo).port)],
])('npm run dev exits with one line if %s', async (_, port) => {
  await expect(runDev(folder, { PORT: port })).rejects.toThrow(
    new RegExp(`^ended with 1: building …\nPORT=${port} .*\n$`),
  )
})

const ofSystem = process.platform === 'win32' ? ['#'] : ['#', '?']
test.each(ofSystem)(
  'npm run dev in a folder with a %s in its name says which folder to rename',
  async character => {
    const odd = join(mkdtempSync(join(tmpdir(), 'dev-test-')), `site ${character}1`)
    renameSync(copyProject(), odd)
    await expect(runDev(odd)).rejects.toThrow(`can't work in ${odd}`)
  },
)

const CACHE = join(folder, 'node_modules/.cache/site')
const temporary = () => readdirSync(CACHE).filter(name => name.startsWith('dev-'))

test.each(['dev', 'start'])(
  'npm run %s leaves no process or temporary folder behind when npm is terminated',
  async script => {
    const before = temporary()
    const { url, signal, child } = await runServing(folder, 'npm', ['run', script])
    expect((await fetch(url)).status).toBe(200)
    signal('SIGTERM')
    // Each of its processes has these streams.
    const streams = () => ({ stdoutClosed: child.stdout?.closed, stderrClosed: child.stderr?.closed })
    await expect.poll(streams).toEqual({ stdoutClosed: true, stderrClosed: true })
    expect(temporary().filter(name => !before.includes(name))).toEqual([])
  },
)

test.each(['SIGINT', 'SIGHUP'] as const)(
  'npm run dev exits with code 0 on %s, and removes its temporary folder',
  skipIf(process.platform === 'win32', 'Windows ends a process without a signal'),
  async name => {
    const { child, ended, signal } = await runDev(folder)
    const own = `dev-${child.pid}`
    expect(temporary()).toContain(own)
    signal(name)
    expect({ code: await ended, isLeft: temporary().includes(own) }).toEqual({ code: 0, isLeft: false })
  },
)

describe('npm run dev, when started with a mistake in the source,', () => {
  const makeMistake = () => edit('shared/document.tsx', 'Document(', 'Document((')
  /** The temporary folder of a process that was killed. */
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

  test('prints the mistake', () => {
    expect(dev.written.stderr).toMatch(/shared\/document\.tsx:\d+:\d+/)
  })

  test('removes the temporary folder of a killed process', () => {
    expect(temporary()).not.toContain(left)
  })

  test('serves a page that waits for an edit, and the site after the fix', async () => {
    const response = await fetch(dev.url)
    expect({ status: response.status, html: await response.text() }).toEqual({
      status: 500,
      html: expect.stringMatching(/^<!doctype html><title>Development<\/title><script>.*dev\/events\?/s),
    })
    undo()
    await expect.poll(async () => (await fetch(dev.url)).status).toBe(200)
  })
})
