// What `npm run dev` sends to open pages, prints in the terminal, and writes after an edit.
// watch.test.ts has when it builds, development.system.test.ts the command, dev-client.client.test.ts how pages react.
import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { SourceMap } from 'node:module'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { transformSync } from 'esbuild'
import express from 'express'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { listen, manifest } from '../../../tests/support/fixture-site.ts'
import { root } from '../../../tests/support/folders.ts'
import { explainStack } from '../browser-errors.ts'
import { createOpenPages, type OpenPages } from '../dev-events.ts'
import { devManifest } from '../dev-manifest.ts'
import { developmentFolder, removeAbandonedFolders } from '../folders.ts'
import { hostsToOpen, refuseForeign } from '../refuse-foreign.ts'
import { createWarner, printLine } from '../terminal.ts'
import { createWriter } from '../write-changed.ts'

const report = vi.fn<(text: string, path?: string) => void>()
/** A build with this code, this style and this origin. */
const bundleOf = (code: string, style: string, origin = '') => ({
  buildId: `${code}-${style}`,
  manifest: { ...manifest, style, origin, devScript: `reload('${code}')` },
})

let pages: OpenPages
beforeEach(() => {
  pages = createOpenPages()
  report.mockReset()
  for (const name of ['error', 'log', 'warn'] as const) vi.spyOn(console, name).mockReturnValue()
})

/** A server with these open pages. */
const serve = () => listen(express().get('/dev/events', pages.follow))

/** Opens a page of a version. `received` returns the events that it has received so far. */
async function open(url: string, version: string) {
  // As `path`, because a URL would drop the empty query that a page without a version sends.
  const req = get(url, { path: `/dev/events?${version}`, agent: false })
  const [res] = (await once(req, 'response')) as [IncomingMessage]
  let text = ''
  res.setEncoding('utf8').on('data', part => {
    text += part
  })
  res.on('error', () => {}) // The server ends with the test.
  const received = () =>
    Array.from(text.matchAll(/^event: (.*)\ndata: (.*)\n\n/gm), ([, event, data = '']) => ({
      event,
      data: JSON.parse(data),
    }))
  return { res, received }
}

test('events are sent as an event stream with no-store', async () => {
  await using server = await serve()
  const { res } = await open(server.url, '')
  expect({ status: res.statusCode, headers: res.headers }).toMatchObject({
    status: 200,
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
  })
})

const style = (data: string) => ({ event: 'style', data })
const built = (isCodeEdited: boolean) => ({ event: 'built', data: { isCodeEdited } })
const PAGE = 'shared/site/pages/about.tsx'
const CSS = 'shared/styles/base.css'
const reload = (why: string) => ({ event: 'reload', data: why })

test.each([
  { what: 'a style', next: bundleOf('a', 'new'), expected: [style('new'), built(false)], edited: [CSS] },
  { what: 'a component', next: bundleOf('b', 'old'), expected: [built(true)], edited: [PAGE] },
  { what: 'both', next: bundleOf('b', 'new'), expected: [style('new'), built(true)], edited: [CSS, PAGE] },
  {
    what: 'a file that every document depends on',
    next: bundleOf('b', 'old', 'other'),
    expected: [reload('shared/site/company.ts')],
    edited: ['shared/site/company.ts'],
  },
  {
    what: 'the policy',
    next: bundleOf('b', 'old'),
    expected: [reload('server/site/policy.ts')],
    edited: ['server/site/policy.ts'],
  },
  {
    what: 'a loader',
    next: bundleOf('b', 'old'),
    expected: [built(true)],
    edited: ['server/site/loaders.ts'],
  },
])('an edit of $what sends all open pages $expected', async ({ next, expected, edited }) => {
  await using server = await serve()
  pages.update(bundleOf('a', 'old'), [])
  const both = [await open(server.url, 'a-old'), await open(server.url, 'a-old')]
  pages.update(next, edited)
  for (const page of both) await expect.poll(page.received).toEqual(expected)
})

test('a page of an older build gets a reload event when it connects', async () => {
  await using server = await serve()
  pages.update(bundleOf('b', 'style'), [])
  const page = await open(server.url, 'a-style')
  await expect.poll(page.received).toEqual([{ event: 'reload', data: '' }])
})

test('a page that is opened before the first good build gets its problem, and no reload', async () => {
  await using server = await serve()
  pages.report('a brace is missing')
  const page = await open(server.url, '')
  await expect.poll(page.received).toEqual([{ event: 'problem', data: { text: 'a brace is missing' } }])
})

test('a page that is opened later gets the problems of all pages, but none from before a good build', async () => {
  await using server = await serve()
  pages.update(bundleOf('a', 'style'), [])
  pages.report('a link is dead', '/about')
  pages.report('another is dead', '/team')
  const page = await open(server.url, 'a-style')
  const paths = () => page.received().map(({ data }) => data.path)
  await expect.poll(paths).toEqual(['/about', '/team'])
  pages.update(bundleOf('b', 'style'), [])
  const after = await open(server.url, 'b-style')
  pages.report('a brace is missing')
  await expect.poll(() => after.received().map(({ data }) => data.text)).toEqual(['a brace is missing'])
})

test('a problem of one page doesn’t count as a build problem', () => {
  pages.report('a link is dead', '/about', true)
  expect(pages.hasBuildProblem()).toBe(false)
  pages.report('a brace is missing')
  expect(pages.hasBuildProblem()).toBe(true)
})

test('fixing a problem lets open pages carry on', async () => {
  await using server = await serve()
  pages.update(bundleOf('a', 'old'), [])
  pages.report('a brace is missing')
  const page = await open(server.url, 'a-old')
  pages.update(bundleOf('a', 'old'), [])
  await expect.poll(() => page.received().slice(1)).toEqual([built(false)])
})

describe('a reported stack', () => {
  const stackIn = async (stack: string[]) => {
    await using server = await serve()
    const page = await open(server.url, '')
    pages.report(stack.join('\n'))
    await expect.poll(page.received).toHaveLength(1)
    const [problem] = page.received()
    const lines: string[] = problem?.data.text.split('\n')
    return lines
  }
  const source = readFileSync(join(root, 'server/http/app.ts'), 'utf8').split('\n')
  const lineAt = (number: number) => source[number - 1] ?? ''
  const inReact = '    at render (node_modules/react-dom/server.js:3:1)'
  const inNode = '    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)'

  test('shows the source around the first frame in the project, and folds the frames of libraries', async () => {
    const here = '    at Page (server/http/app.ts:3:7)'
    const caller = '    at async load (shared/page.tsx:5:1)'
    expect(
      await stackIn(['TypeError: no', '  of such', inReact, here, inReact, inReact, caller, inNode]),
    ).toEqual([
      'TypeError: no',
      '  of such',
      '',
      `    2 | ${lineAt(2)}`.trimEnd(),
      `  > 3 | ${lineAt(3)}`,
      '      |       ^',
      `    4 | ${lineAt(4)}`.trimEnd(),
      '',
      '    … 1 of libraries',
      here,
      '    … 2 of libraries',
      caller,
      '    … 1 of libraries',
    ])
  })

  test('keeps a frame that has only the name of a component', async () => {
    const here = '    at Page (server/http/app.ts:3:7)'
    expect((await stackIn(['Error', here, '    at Part', inReact])).slice(-3)).toEqual([
      here,
      '    at Part',
      '    … 1 of libraries',
    ])
  })

  test('right-aligns the line numbers', async () => {
    const [, , before, at, , after] = await stackIn(['Error', '    at server/http/app.ts:9:1'])
    const starts = [before, at, after].map(line => line?.slice(0, 9))
    expect(starts).toEqual(
      ['     8 | ', '  >  9 | ', '    10 | '].map((start, index) =>
        lineAt(8 + index) ? start : start.trimEnd(),
      ),
    )
  })

  test.each([
    { of: 'only libraries', stack: ['Error: no', inReact, inNode] },
    { of: 'a file outside of the project', stack: ['Error: no', '    at shared/../package.json:2:1'] },
    { of: 'a file that doesn’t exist', stack: ['Error: no', '    at shared/site/none.tsx:3:1'] },
    { of: 'a line that doesn’t exist', stack: ['Error: no', '    at server/http/app.ts:9999:1'] },
  ])('with frames of $of is shown unchanged', async ({ stack }) => {
    expect(await stackIn(stack)).toEqual(stack)
  })
})

test('a problem is printed once as long as it lasts, and again after a good build', () => {
  const printed = () => vi.mocked(console.error).mock.calls.flat()
  for (let times = 0; times < 2; times++) pages.report('a brace is missing')
  expect(printed()).toEqual(['\na brace is missing\n'])
  pages.update(bundleOf('a', 'style'), [])
  pages.report('a brace is missing')
  expect(printed()).toHaveLength(2)
})

test('the build that pages already show isn’t sent again, unless there was a problem', () => {
  const shown = [pages.isShown('a-style')]
  pages.update(bundleOf('a', 'style'), [])
  shown.push(pages.isShown('a-style'), pages.isShown('a-other'))
  pages.report('a brace is missing')
  shown.push(pages.isShown('a-style'))
  expect(shown).toEqual([false, true, false, false])
})

describe('a log line', () => {
  test.each([
    { what: 'a page', line: { status: 200, path: '/about' }, printed: ['200 GET /about 3 ms'] },
    {
      what: 'the HEAD request of an open page after an edit',
      line: { method: 'HEAD', status: 200, path: '/about' },
      printed: [],
    },
    { what: 'a cached asset', line: { status: 304, path: '/lageplan.svg' }, printed: [] },
    {
      what: 'a bad request for an asset',
      line: { status: 400, path: '/a%.png' },
      printed: ['400 GET /a%.png 3 ms'],
    },
    { what: 'a message', line: { msg: 'it is slow' }, printed: ['it is slow'] },
  ])('for $what is printed as $printed', ({ line, printed }) => {
    printLine(JSON.stringify({ method: 'GET', ms: 3, ...line }), report)
    expect({ printed: vi.mocked(console.log).mock.calls.flat(), reports: report.mock.calls }).toEqual({
      printed,
      reports: [],
    })
  })

  test('with an error is reported for its page, with paths relative to the project', () => {
    const stack = `Error: no\n    at Page (file://${root}/shared/site/pages/about.tsx:3:1)\n    at ${join(root, 'server/start/process.ts')}:4`
    printLine(JSON.stringify({ msg: 'failed', path: '/about', status: 500, err: { stack } }), report)
    expect(report.mock.calls).toEqual([
      [
        'Error: no\n    at Page (shared/site/pages/about.tsx:3:1)\n    at server/start/process.ts:4',
        '/about',
      ],
    ])
    expect(console.log).not.toHaveBeenCalled()
  })

  test.each([
    ['/jobs.json', '/jobs'],
    ['/index.json', '/'],
  ])('with an error of the file %s is reported for the page %s', (path, page) => {
    printLine(JSON.stringify({ err: { message: 'no answer' }, path }), report)
    expect(report.mock.calls).toEqual([['no answer', page]])
  })

  test('with a UserError is reported without its stack', () => {
    const message = '/jobs: its source gave no jobs'
    const err = { type: 'UserError', message, stack: `${message}\n    at server/render/render.tsx:87` }
    printLine(JSON.stringify({ err, path: '/jobs' }), report)
    expect(report.mock.calls).toEqual([[message, '/jobs']])
  })

  test('with an error without a stack is reported by its message', () => {
    printLine(JSON.stringify({ err: { message: 'no answer' } }), report)
    expect(report.mock.calls).toEqual([['no answer', undefined]])
  })
})

test.each([
  { file: 'client/links.ts', name: 'followLinks' },
  { file: 'features/development/source-lines.ts', name: 'withSource' },
])(
  'a browser’s error in $file is mapped to its place in the source, with the lines around it',
  async ({ file, name }) => {
    const source = readFileSync(join(root, file), 'utf8')
    const { code, map } = transformSync(source, { loader: 'ts', sourcemap: 'external', sourcefile: file })
    const placeIn = (text: string) =>
      text.split('\n').findIndex(line => line.includes(`function ${name}(`)) + 1
    const mapOf = async (url: string) => {
      if (url === '/client/broken.ts') throw new Error('a brace is missing')
      return url === `/${file}?t=1` ? new SourceMap(JSON.parse(map)) : undefined
    }
    await using server = await listen(express().post('/dev/errors', explainStack(mapOf)))
    const body = `Error: no\n    at ${name} (${server.url}/dev/${file}?t=1:${placeIn(code)}:8)\n    at a (${server.url}/dev/@fs/b.js:1:1)\n    at b (${server.url}/dev/client/broken.ts:1:1)`
    const text = await (await fetch(`${server.url}/dev/errors`, { method: 'POST', body })).text()
    expect(placeIn(code)).not.toBe(placeIn(source))
    expect(text).toMatch(new RegExp(`  > ${placeIn(source)} \\| .*function ${name}\\(`))
    expect(text).toContain(`    at ${name} (${file}:${placeIn(source)}:8)\n    … 2 of libraries`)
  },
)

test('a warning is printed when it first appears, and again when it comes back', () => {
  const warn = createWarner()
  const builds = [['a title is long'], ['a title is long', 'a colour is unknown'], [], ['a title is long']]
  const printed = builds.map(warnings => {
    vi.mocked(console.warn).mockClear()
    warn(warnings)
    return vi.mocked(console.warn).mock.calls.flat()
  })
  expect(printed).toEqual([
    ['WARNING: a title is long'],
    ['WARNING: a colour is unknown'],
    [],
    ['WARNING: a title is long'],
  ])
})

const filesOf = (texts: Record<string, string>) =>
  new Map(Object.entries(texts).map(([name, text]) => [name, Buffer.from(text)]))

test('development writes changed files, removes deleted ones, and doesn’t touch the others', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dev-test-'))
  const write = createWriter(folder)
  await write(filesOf({ 'public/tour.mp4': 'film', 'program.js': 'one', 'public/old.txt': 'old' }))
  for (const name of ['public/tour.mp4', 'program.js']) utimesSync(join(folder, name), 1000, 1000)
  await write(filesOf({ 'public/tour.mp4': 'film', 'program.js': 'two', 'public/new.txt': 'new' }))
  const isOld = (name: string) => statSync(join(folder, name)).mtimeMs === 1_000_000
  expect({
    names: readdirSync(join(folder, 'public')).sort(),
    film: { isOld: isOld('public/tour.mp4') },
    program: { isOld: isOld('program.js'), text: readFileSync(join(folder, 'program.js'), 'utf8') },
  }).toEqual({
    names: ['new.txt', 'tour.mp4'],
    film: { isOld: true },
    program: { isOld: false, text: 'two' },
  })
})

describe('the development server', () => {
  const requestFrom = async (host: string, headers: Record<string, string>) => {
    await using server = await listen(express().use(refuseForeign(host), (_req, res) => res.end()))
    const req = get(server.url, { agent: false, headers: { Host: `localhost:${server.port}`, ...headers } })
    const [{ statusCode }] = (await once(req, 'response')) as [IncomingMessage]
    return statusCode
  }
  const name = hostname().toLowerCase()

  test.each([
    { Host: 'localhost:3000' },
    { Host: 'shop.localhost:3000' },
    { Host: '127.0.0.1:3000' },
    { Host: '[::1]:3000' },
    { Host: '192.168.1.7:3000' }, // A phone in the same network, with HOST=0.0.0.0.
    { Host: 'localhost:3000', Origin: 'http://localhost:3000' },
    { Host: 'localhost:3000', Origin: 'null', 'Sec-Fetch-Site': 'same-origin' }, // A form of the site itself.
  ])('accepts a request for a local host: %o', async headers => {
    expect(await requestFrom('127.0.0.1', headers)).toBe(200)
  })

  test.each([
    { Host: 'evil.example' },
    { Host: 'localhost.evil.example:3000' },
    { Host: 'localhost:3000', Origin: 'https://evil.example' },
    { Host: 'localhost:3000', Origin: 'http://localhost:4000' },
    { Host: 'localhost:3000', Origin: 'null', 'Sec-Fetch-Site': 'same-site' },
    { Host: 'evil.example:3000', Origin: 'null', 'Sec-Fetch-Site': 'same-origin' },
  ])('rejects a request from or for another site: %o', async headers => {
    expect(await requestFrom('127.0.0.1', headers)).toBe(403)
  })

  test('accepts the name that HOST sets', async () => {
    expect(await requestFrom('studio.lan', { Host: 'studio.lan:3000' })).toBe(200)
  })

  test.each(['0.0.0.0', '::'])('accepts every name and address that it prints with HOST=%s', async host => {
    const hosts = hostsToOpen(host)
    expect(hosts).toEqual(expect.arrayContaining(['localhost', name]))
    for (const each of hosts)
      expect({ each, status: await requestFrom(host, { Host: `${each}:3000` }) }).toEqual({
        each,
        status: 200,
      })
    expect(await requestFrom(host, { Host: 'evil.example:3000' })).toBe(403)
  })

  test('lists the names that it accepts when it rejects a request', async () => {
    await using server = await listen(express().use(refuseForeign('0.0.0.0')))
    const headers = { Origin: 'https://evil.example' }
    expect(await (await fetch(server.url, { headers })).text()).toBe(
      `Open the site at localhost, ${name} or an IP address. npm run dev refuses requests from other sites.\n`,
    )
  })
})

test('a page’s script comes from Vite, whatever its name is in the build, so an edit of it needs no reload', async () => {
  const built = (hash: string) =>
    devManifest(
      {
        ...manifest,
        buildId: hash,
        scripts: [`/assets/chunk-${hash}.js`],
        pageScripts: { contact: [`/assets/contact-${hash}.js`] },
        notFoundScript: [`/assets/not-found-${hash}.js`],
        scriptLoader: `load('${hash}')`,
      },
      new Map([['contact', 'shared/site/pages/contact.tsx']]),
    )
  const { devScript, ...before } = await built('A')
  expect(before.pageScripts).toEqual({
    contact: [expect.stringMatching(/^\/dev\/.*shared\/site\/pages\/contact\.tsx/)],
  })
  const { devScript: next, ...after } = await built('B')
  expect(after).toEqual(before)
  expect(next).not.toBe(devScript)
})

test('development removes the folder of a killed server at its start, and keeps a running one’s', async () => {
  const cache = mkdtempSync(join(tmpdir(), 'dev-test-'))
  for (const own of [developmentFolder(123, cache), developmentFolder(124, cache), join(cache, 'vite-1')]) {
    mkdirSync(own)
    writeFileSync(join(own, 'program.js'), '')
  }
  await removeAbandonedFolders(cache, pid => pid === 124)
  expect(readdirSync(cache).sort()).toEqual(['dev-124', 'vite-1'])
})

test('development starts without a cache folder', async () => {
  await expect(removeAbandonedFolders(join(tmpdir(), 'dev-test-none'))).resolves.toBeUndefined()
})

test('development still writes files after its folder was deleted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dev-test-'))
  const write = createWriter(folder)
  await write(filesOf({ 'old.txt': 'old' }))
  rmSync(folder, { recursive: true })
  await write(filesOf({ 'new.txt': 'new' }))
  expect(readdirSync(folder)).toEqual(['new.txt'])
})

test('development writes a removed file again when it comes back', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dev-test-'))
  const write = createWriter(folder)
  const seen: string[][] = []
  for (const files of [{ 'a.txt': 'a' }, {}, { 'a.txt': 'a' }]) {
    await write(filesOf(files))
    seen.push(readdirSync(folder))
  }
  expect(seen).toEqual([['a.txt'], [], ['a.txt']])
})
