// What `npm run dev` starts, on a build that is made up: where it listens, what it watches, what it prints of a build.
// system/dev.test.ts runs the command on the fixture.
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { type AddressInfo, createServer, Server } from 'node:net'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { LinkTargets } from '../../scripts/check/link-checks.ts'
import { developmentFolder } from '../../scripts/lib/cache.ts'
import { UserError } from '../../server/errors.ts'
import { createPageTable } from '../../shared/page-table.ts'
import { root } from '../support/folders.ts'

const started = vi.hoisted(() => ({
  /** When the libraries are loaded, of which React chooses its build by it. */
  nodeEnv: undefined as string | undefined,
  watched: [] as readonly string[],
  /** Where it listens. */
  address: Promise.withResolvers<AddressInfo>(),
  warnings: [] as unknown[],
  lines: [] as unknown[],
  told: [] as unknown[],
  page: undefined as unknown,
  /** What a page is told that is open. */
  event: '',
  /** The entries of the server, and whether they are bundled for development. */
  bundled: [] as unknown[],
  /** The status of a page before a build has succeeded. */
  statusWithoutBuild: 0,
  /** What a request gets that fails. */
  failed: undefined as Response | undefined,
  exitCodes: {} as Record<string, unknown>,
  folder: { isThereAtWork: false, isThereAtEnd: true },
}))

const urlOf = ({ port }: AddressInfo, path = '/') => `http://127.0.0.1:${port}${path}`

vi.mock('../../scripts/bundle/bundle.ts', async importOriginal => {
  started.nodeEnv = process.env.NODE_ENV
  // Its page names the origin, as a canonical link does. Another one, rendered for it, has a dead link, and a third one none.
  const programOf = (
    edit: string,
  ) => `export const composeApp = async ({ config, onRendered, failure, ready, readBody, log }) => {
    log.info('the program logs')
    const render = path =>
      onRendered(path, Buffer.from('<h1>A</h1><a href="' + (path === '/good' ? '/' : '/no') + '">'))
    return {
      app: async (req, res) => {
        const { status, headers, bodies } = await failure()
        if (req.url === '/fails') res.writeHead(status, headers).end(bodies.identity)
        else {
          for (const path of ['/dead', '/good', undefined]) render(path)
          const bodies = [await readBody('a.md'), await readBody('none.md')]
          res.end(JSON.stringify({ edit: '${edit}', origin: config.origin, serve: config.serve, isReady: ready(), bodies }))
        }
      },
    }
  }`
  const targets: LinkTargets = {
    table: createPageTable([]),
    exists: path => path === '/',
    unpublished: new Map(),
    linkAt: (path, href) => `${path} links to ${href}`,
  }
  const bundleOf = (version: string) => ({
    manifest: { origin: 'https://www.example.com', version },
    targets,
    files: new Map([['start.js', Buffer.from(programOf(version))]]),
    bodies: new Map([['a.md', '<p>A</p>']]),
    warnings: ['a picture is large'],
    wordProblems: ['a title is long'],
  })
  // The rest as it is: files of tests share modules, and others show the script of development.
  const rebuild = vi
    .fn()
    .mockRejectedValueOnce(new UserError('a mistake'))
    .mockResolvedValueOnce(bundleOf('first'))
    .mockResolvedValueOnce(bundleOf('first'))
    .mockResolvedValue(bundleOf('second'))
  const createBundler = async (...bundled: unknown[]) => {
    started.bundled = bundled
    return { rebuild }
  }
  return { ...(await importOriginal<object>()), createBundler }
})
vi.mock('../../scripts/dev/watch.ts', () => ({
  buildOnChange: async (folders: readonly string[], build: () => Promise<void>) => {
    started.watched = folders
    await build() // It has a mistake.
    const withoutBuild = await fetch(urlOf(await started.address.promise))
    started.statusWithoutBuild = withoutBuild.status
    await build()
    await build() // Somebody has saved a file without a change.
    await build()
  },
}))
// The command itself has Node keep compiled code, for the rest of its process.
vi.mock('../../scripts/lib/run-command.ts', () => ({
  runCommand: (command: () => Promise<void>) => command(),
}))

/** What a development server that was killed has left: no system gives a process this id. */
const LEFT = developmentFolder(2 ** 30)

beforeAll(async () => {
  vi.stubEnv('NODE_ENV', 'development')
  vi.stubEnv('PORT', '0')
  vi.stubEnv('SERVE', 'static')
  const on = vi.spyOn(process, 'on').mockReturnThis() // It would end the process of the tests at a signal.
  const onSignal = vi.spyOn(process, 'once').mockReturnThis()
  const exit = vi.spyOn(process, 'exit').mockImplementation((() => {}) as () => never)
  const error = vi.spyOn(console, 'error').mockReturnValue()
  const log = vi.spyOn(console, 'log').mockReturnValue()
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const listen = vi.spyOn(Server.prototype, 'listen').mockImplementationOnce(function (
    this: Server,
    ...args
  ) {
    this.once('listening', () => started.address.resolve(this.address() as AddressInfo))
    return this.listen(...args)
  })
  mkdirSync(LEFT, { recursive: true })
  await import('../../scripts/dev.ts')
  const address = await started.address.promise
  started.lines = log.mock.calls.flat()
  started.warnings = warn.mock.calls.flat()
  started.page = await (await fetch(urlOf(address))).json()
  const { body } = await fetch(urlOf(address, '/dev/events?second'))
  for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    started.event = text
    break
  }
  started.failed = await fetch(urlOf(address, '/fails'))
  for (const [event, listener] of on.mock.calls)
    if (event === 'uncaughtException') await listener(new UserError('nobody waits'), 'uncaughtException')
  started.told = error.mock.calls.flat()
  for (const server of listen.mock.contexts as Server[]) server.close()
  for (const [event, listener] of onSignal.mock.calls) {
    if (event === 'exit') continue
    listener(event)
    started.exitCodes[String(event)] = exit.mock.lastCall?.[0]
  }
  const folder = developmentFolder(process.pid)
  started.folder.isThereAtWork = existsSync(folder)
  for (const [event, listener] of onSignal.mock.calls) if (event === 'exit') listener(0)
  started.folder.isThereAtEnd = existsSync(folder)
})

test('development loads React’s production build for the server, whatever NODE_ENV was', () => {
  expect(started.nodeEnv).toBe('production')
})

test('development builds after an edit in client/, server/ and shared/', () => {
  const folders = started.watched.map(folder => folder.slice(root.length).replace(/[\\/]/g, ''))
  expect(folders.sort()).toEqual(['client', 'server', 'shared'])
})

test('development listens on this machine alone, and prints where', async () => {
  const { address, port } = await started.address.promise
  expect(address).toBe('127.0.0.1')
  expect(started.lines.at(-1)).toBe(`open http://127.0.0.1:${port}`)
})

test('development prints what a build warns of, and the titles and descriptions that npm run prerender would refuse', () => {
  expect(started.warnings).toEqual(['WARNING: a picture is large', 'WARNING: a title is long'])
})

test('development renders each page anew by the program of the last edit, with the origin of the site and its texts, whatever SERVE is, and is ready', () => {
  expect(started.page).toEqual({
    edit: 'second',
    origin: 'https://www.example.com',
    serve: 'live',
    isReady: true,
    bodies: ['<p>A</p>', ''],
  })
})

test('development reports a build’s mistake, the one dead link of a page, and an error that nobody waits for', () => {
  expect(started.told).toEqual([
    '\na mistake\n',
    '\n/dead links to /no: there is no such page or file\n',
    '\nnobody waits\n',
  ])
})

test('development bundles the server for development: with drafts, names, and the script that reloads', () => {
  expect(started.bundled).toEqual([{ start: 'server/program.ts' }, 'development'])
})

test('development tells open pages of which page a dead link is, so that no other one shows it', () => {
  expect(started.event).toBe(
    `event: problem\ndata: ${JSON.stringify({ text: '/dead links to /no: there is no such page or file', path: '/dead' })}\n\n`,
  )
})

test('development sends every page as a 500 until there is a build', () => {
  expect(started.statusWithoutBuild).toBe(500)
})

test('development sends a page that fails as a 500, with the script that shows why, and has no cache keep it', async () => {
  const { status, headers } = started.failed ?? expect.fail()
  expect({ status, type: headers.get('Content-Type'), cache: headers.get('Cache-Control') }).toEqual({
    status: 500,
    type: 'text/html; charset=utf-8',
    cache: 'no-store',
  })
  expect(await started.failed?.text()).toContain('<script>')
})

test('development ends without an error at Ctrl+C, and where a terminal or a container ends it', () => {
  expect(started.exitCodes).toEqual({ SIGINT: 0, SIGTERM: 0, SIGHUP: 0 })
})

test('development prints what the program logs and how long a build took, once for each edit, and nothing where a file is saved without a change', () => {
  const twice = ['the program logs', expect.stringMatching(/^built in \d+ ms$/)]
  expect(started.lines.slice(0, -1)).toEqual([...twice, ...twice])
})

test('development ends with one line where its port is taken', async () => {
  vi.spyOn(process, 'on').mockReturnThis()
  vi.spyOn(process, 'once').mockReturnThis()
  const taken = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void taken.close())
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const { createDevServer } = await import('../../scripts/dev/dev-server.ts')
  await expect(createDevServer({ PORT: `${port}` })).rejects.toMatchObject({
    name: 'UserError',
    message: `PORT=${port} is in use: write another one, or 0 for any free port.`,
  })
})

test('development removes the folder of one that was killed', () => {
  expect(existsSync(LEFT)).toBe(false)
})

test('development removes its folder when it ends', () => {
  expect(started.folder).toEqual({ isThereAtWork: true, isThereAtEnd: false })
})
