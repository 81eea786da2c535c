import { mkdtempSync, rmSync, watch } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type BuildFailure, formatMessages } from 'esbuild'
import pino from 'pino'
import pretty from 'pino-pretty'
import { readConfig } from '../server/config.ts'
import type * as Site from '../server/site.tsx'
import { type Bundle, createBundler, inline, writeFiles } from './bundle.ts'

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(root, 'node_modules/.dev-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
process.once('SIGINT', () => process.exit(0))
process.once('SIGTERM', () => process.exit(0))

// The server renders as in production: React's development build would write messages into the HTML.
process.env.NODE_ENV = 'production'

const config = readConfig(process.env)
const log = pino({ level: config.logLevel, base: null }, pretty({ ignore: 'pid,hostname', singleLine: true }))
const bundler = await createBundler({ site: 'server/site.tsx' }, 'development')

const reload = await inline('client/reload.ts', { VERSION: '""' })

/** What answers requests: the site, or a page that shows why there is none. */
let current: RequestListener = broken('starting')
let last: Bundle | undefined
let builds = 0

/** The open pages, which are told of every build. */
const pages = new Set<ServerResponse>()
const tell = (event: string, data: unknown = '') => {
  for (const page of pages) page.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
}

async function rebuild(): Promise<void> {
  const started = performance.now()
  try {
    const bundle = await bundler.rebuild()
    if (bundle.assets.version === last?.assets.version) return
    const build = join(folder, String(++builds))
    await mkdir(build)
    await writeFiles(bundle.files, build, writeFile)
    await writeFile(join(build, 'assets.json'), JSON.stringify(bundle.assets))
    const { createSite } = (await import(join(build, 'site.js'))) as typeof Site
    const recovered = !last
    const parts = { ...config, serve: 'live', build, dist: '', log, ready: () => true } as const
    current = createSite(parts).app
    if (recovered || !sameScripts(last, bundle)) tell('reload')
    else tell('style', bundle.assets.style)
    last = bundle
    log.info(`built in ${Math.round(performance.now() - started)} ms`)
  } catch (error) {
    last = undefined
    const message = await explain(error)
    log.error(message)
    current = broken(message)
    tell('reload')
  }
}

const sameScripts = (one: Bundle | undefined, other: Bundle) =>
  one !== undefined &&
  one.files.size === other.files.size &&
  [...other.files].every(
    ([name, body]) =>
      name === 'assets.json' || Buffer.compare(body, one.files.get(name) ?? Buffer.alloc(0)) === 0,
  )

/** What the compiler says, or the error of a module that could not start. */
async function explain(error: unknown): Promise<string> {
  const { errors } = error as Partial<BuildFailure>
  if (errors) return (await formatMessages(errors, { kind: 'error' })).join('\n')
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** A page in the place of every page: why there is no site. It reloads as soon as there is one. */
function broken(message: string): RequestListener {
  const text = message.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return (_req, res) => {
    res.writeHead(500, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' })
    res.end(`<!doctype html><title>Broken</title><script>${reload}</script><pre>${text}</pre>`)
  }
}

const server = createServer((req, res) => {
  const [path, version] = (req.url ?? '').split('?')
  if (path !== '/dev/events') return current(req, res)
  res.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' }).flushHeaders()
  pages.add(res)
  // A page that was built before the last edit, and asks only now, has missed the word.
  if (version !== (last?.assets.version ?? '')) tell('reload')
  res.on('close', () => pages.delete(res))
})

// One build at a time; what changes meanwhile is in the next one.
let building = false
let changed = false
async function onChange(): Promise<void> {
  changed = true
  if (building) return
  building = true
  while (changed) {
    changed = false
    await rebuild()
  }
  building = false
}

for (const watched of ['client', 'server', 'shared'])
  watch(join(root, watched), { recursive: true }, onChange)
await onChange()
server.listen(config.port, config.host, () => {
  const { port } = server.address() as AddressInfo
  log.info(`open http://${config.host}:${port}`)
})
