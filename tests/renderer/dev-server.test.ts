// What `npm run dev` starts, on a build that is made up: where it listens, what it watches, what it prints of a build.
// system/dev.test.ts runs the command on the fixture.
import { rmSync } from 'node:fs'
import { type AddressInfo, Server } from 'node:net'
import { beforeAll, expect, test, vi } from 'vitest'
import { developmentFolder } from '../../scripts/lib/cache.ts'
import { root } from '../support/folders.ts'

const started = vi.hoisted(() => ({
  /** When the libraries are loaded, of which React chooses its build by it. */
  nodeEnv: undefined as string | undefined,
  watched: [] as readonly string[],
  address: undefined as AddressInfo | undefined,
  warnings: [] as unknown[],
  lines: [] as unknown[],
  errors: [] as unknown[],
  origin: '',
  esbuildHasEnded: false,
  folderAtEnd: [] as string[],
}))

vi.mock('../../scripts/bundle/bundle.ts', () => {
  started.nodeEnv = process.env.NODE_ENV
  const program = 'export const composeApp = async () => ({ app() {} })'
  const bundle = {
    manifest: { origin: 'https://www.example.com', version: 'a' },
    files: new Map([['start.js', Buffer.from(program)]]),
    warnings: ['a picture is large'],
    wordProblems: ['a title is long'],
  }
  return { createBundler: async () => ({ rebuild: async () => bundle }) }
})
vi.mock('../../scripts/dev/watch.ts', () => ({
  buildOnChange: async (folders: readonly string[], build: () => Promise<void>) => {
    started.watched = folders
    await build()
  },
}))
// The command itself has Node keep compiled code, for the rest of its process.
vi.mock('../../scripts/lib/run-command.ts', () => ({
  runCommand: (command: () => Promise<void>) => command(),
}))

beforeAll(async () => {
  vi.stubEnv('NODE_ENV', 'development')
  vi.stubEnv('PORT', '0')
  vi.spyOn(process, 'on').mockReturnThis() // It would end the process of the tests at a signal.
  vi.spyOn(process, 'once').mockReturnThis()
  const log = vi.spyOn(console, 'log').mockReturnValue()
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const listen = vi.spyOn(Server.prototype, 'listen')
  await import('../../scripts/dev.ts')
  const [server] = listen.mock.contexts as Server[]
  started.address = server?.address() as AddressInfo
  started.lines = log.mock.calls.flat()
  started.warnings = warn.mock.calls.flat()
  server?.close()
  rmSync(developmentFolder(process.pid), { recursive: true })
})

test('development loads React’s production build for the server, whatever NODE_ENV was', () => {
  expect(started.nodeEnv).toBe('production')
})

test('development builds after an edit in client/, server/ and shared/', () => {
  const folders = started.watched.map(folder => folder.slice(root.length).replace(/[\\/]/g, ''))
  expect(folders.sort()).toEqual(['client', 'server', 'shared'])
})

test('development listens on this machine alone, and prints where', () => {
  const { address, port } = started.address ?? expect.fail()
  expect(address).toBe('127.0.0.1')
  expect(started.lines).toEqual([expect.stringMatching(/^built in \d+ ms$/), `open http://127.0.0.1:${port}`])
})

test('development prints what a build warns of, and the titles and descriptions that npm run prerender would refuse', () => {
  expect(started.warnings).toEqual(['WARNING: a picture is large', 'WARNING: a title is long'])
})
