import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { stop } from 'esbuild'
import express, { type ErrorRequestHandler, type RequestHandler } from 'express'
import pino from 'pino'
import { addressError, readConfig, urlOf } from '../server/config.ts'
import type { Render } from '../server/render.tsx'
import type * as Server from '../server/start.ts'
import { type Bundle, createBundler, writeFiles } from './build/bundle.ts'
import { previewDrawers } from './build/draw.ts'
import { explain, withCode } from './build/explain-error.ts'
import { root } from './build/root.ts'
import { problems as pageProblems } from './check/page-checks.ts'
import { createTypeCheck } from './dev/check-types.ts'
import { createOpenPages } from './dev/open-pages.ts'
import { buildOnChange } from './dev/watch.ts'

let started = false
// Once the site is served, nothing that goes wrong ends this process.
process.on('uncaughtException', async error => {
  if (started) return pages.report(await explain(error))
  console.error(await explain(error))
  process.exit(1)
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(0))

// The server renders as in production: React's development build would write messages into the HTML.
process.env.NODE_ENV = 'production'
process.setSourceMapsEnabled(true)

const config = readConfig(process.env)

/** In node_modules, where the bundles find the libraries. */
const folder = join(root, `node_modules/.cache/site/dev-${process.pid}`)
process.once('exit', () => {
  stop() // esbuild's own process, which otherwise may complain that it is left alone.
  rmSync(folder, { recursive: true, force: true })
})

/** The last good build, and where it is. */
let last: Bundle | undefined
let lastFolder = ''
let site: RequestListener | undefined
let builds = 0

const pages = createOpenPages(() => last)
const checkTypes = createTypeCheck(pages.report)

/** Prints what is logged: pages and errors, and not each asset. */
function print(line: string): void {
  const { msg, err, method, path, status, ms } = JSON.parse(line)
  if (err) pages.report(withCode(err.stack ?? err.message), path)
  else if (!status) console.log(msg)
  else if (status >= 400 || !extname(path)) console.log(`${status} ${method} ${path} ${ms} ms`)
}
const log = pino({ base: null }, { write: print })

async function build(): Promise<void> {
  const begun = performance.now()
  try {
    const bundle = await bundler.rebuild()
    if (bundle.assets.version === last?.assets.version && !pages.isWrong()) return checkTypes()
    const next = join(folder, String(++builds))
    await writeFiles(bundle.files, next, writeFile)
    await writeFile(join(next, 'assets.json'), JSON.stringify(bundle.assets))
    const server: typeof Server = await import(join(next, 'start.js'))
    const ready = () => true
    const changed = { serve: 'live', logInterval: 0, build: next, dist: '' } as const
    const body = async (id: string) => bundle.bodies.get(id) ?? ''
    const render = checkedRender(server, bundle)
    site = (await server.createSite({ ...config, ...changed, log, ready, failure, body, render })).app
    rmSync(lastFolder, { recursive: true, force: true })
    lastFolder = next
    pages.update(bundle)
    last = bundle
    console.log(`built in ${Math.round(performance.now() - begun)} ms`)
    checkTypes()
  } catch (error) {
    pages.report(await explain(error))
  }
}

/** Renders a page, and reports what the build would refuse it for: a dead link, a style that the policy blocks. */
function checkedRender({ createRenderer }: typeof Server, { table, exists }: Bundle): Render {
  const render = createRenderer({ origin: config.origin, menus: table.menus })
  return async (page, signal) => {
    const html = await render(page, signal)
    const problems =
      page.status === 200 ? pageProblems(new Map([[page.path, html.toString()]]), table, exists) : []
    if (problems.length > 0) pages.report(problems.join('\n'), page.path)
    return html
  }
}

/** The response to a request that has failed. The script in it shows why. */
const failure = async () => ({
  status: 500,
  headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
  bodies: { identity: Buffer.from(await pages.emptyPage()) },
})

const sourceMap: RequestHandler = ({ path }, res, next) => {
  const map = last?.maps.get(`public${path}`)
  if (map) res.type('json').send(Buffer.from(map))
  else next()
}

const linkPreview: RequestHandler = async ({ path }, res, next) => {
  const draw = last && (await previewDrawers(last.table)).get(path.slice(1))
  if (draw) res.type('png').send(Buffer.from(await draw()))
  else next()
}

const page: RequestHandler = async (req, res) => {
  if (site) site(req, res)
  else res.status(500).send(await pages.emptyPage())
}

const failed: ErrorRequestHandler = async (error, _req, res, _next) => {
  const text = await explain(error)
  pages.report(text)
  res.status(500).type('text').send(text)
}

const server = express()
  .disable('x-powered-by')
  .get('/dev/events', pages.follow)
  .post('/dev/problem', pages.reportFromBrowser)
  .get('/assets/{*file}', sourceMap)
  .get('/og/{*file}', linkPreview)
  .use(page)
  .use(failed)
  .listen(config.port, config.host)
await once(server, 'listening').catch(error => {
  throw addressError(config, error)
})
const bundler = await createBundler({ start: 'server/start.ts' }, 'development')
const watched = ['client', 'server', 'shared'].map(name => join(root, name))
await buildOnChange(watched, build)
started = true
console.log(`open ${urlOf(config.host, (server.address() as AddressInfo).port)}`)
