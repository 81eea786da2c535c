import { once } from 'node:events'
import { rmSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { stop } from 'esbuild'
import express, { type RequestHandler } from 'express'
import pino from 'pino'
import { addressError, readConfig, urlOf } from '../../server/config.ts'
import type { Render } from '../../server/render.tsx'
import { type Bundle, createBundler } from '../build/bundle.ts'
import { explain, withPaths } from '../build/explain-error.ts'
import { root } from '../build/root.ts'
import { writeInFolder } from '../build/write-file.ts'
import { createCheck } from '../check/page-checks.ts'
import { createOpenPages } from './open-pages.ts'
import { buildOnChange } from './watch.ts'

type Server = typeof import('../../server/start.ts')

let started = false
// Once the site is served, no error ends this process.
process.on('uncaughtException', async error => {
  if (started) return pages.report(await explain(error))
  console.error(await explain(error))
  process.exit(1)
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(0))

/** In node_modules, where the bundles find the libraries. */
const folder = join(root, `node_modules/.cache/site/dev-${process.pid}`)
process.once('exit', () => {
  stop() // esbuild's own process, which otherwise may report a broken pipe.
  rmSync(folder, { recursive: true, force: true })
})

const config = readConfig(process.env)
const pages = createOpenPages()
let site: RequestListener | undefined

const page: RequestHandler = async (req, res) => {
  if (site) site(req, res)
  else res.status(500).send(await pages.emptyPage())
}

const server = express()
  .disable('x-powered-by')
  .get('/dev/events', pages.follow)
  .use(page)
  .listen(config.port, config.host)
await once(server, 'listening').catch(error => {
  throw addressError(config, error)
})

/** Prints what is logged: pages and errors, and not each asset. */
function print(line: string): void {
  const { msg, err, method, path, status, ms } = JSON.parse(line)
  if (err) pages.report(withPaths(err.stack ?? err.message), path)
  else if (!status) console.log(msg)
  else if (status >= 400 || !extname(path)) console.log(`${status} ${method} ${path} ${ms} ms`)
}
const log = pino({ base: null }, { write: print })

const bundler = await createBundler({ start: 'server/start.ts' }, 'development')
let builds = 0

async function build(): Promise<void> {
  const begun = performance.now()
  try {
    const bundle = await bundler.rebuild()
    if (pages.show(bundle)) return
    const next = join(folder, String(++builds))
    const files = [...bundle.files, ['assets.json', JSON.stringify(bundle.assets)] as const]
    await Promise.all(files.map(([name, body]) => writeInFolder(join(next, name), body)))
    const { createSite, createRenderer }: Server = await import(pathToFileURL(join(next, 'start.js')).href)
    const render = createRenderer({ origin: config.origin, menus: bundle.table.menus })
    const { app } = await createSite({
      ...config,
      serve: 'live',
      build: next,
      dist: '',
      log,
      ready: () => true,
      failure,
      body: async id => bundle.bodies.get(id) ?? '',
      render: checked(render, bundle),
    })
    site = app
    pages.update(bundle)
    rmSync(join(folder, String(builds - 1)), { recursive: true, force: true })
    console.log(`built in ${Math.round(performance.now() - begun)} ms`)
  } catch (error) {
    pages.report(await explain(error))
  }
}

/** Reports the problems for which the build refuses a page, such as a dead link. */
const checked =
  (render: Render, bundle: Bundle): Render =>
  async (page, signal) => {
    const html = await render(page, signal)
    const check = createCheck(bundle)
    if (page.status === 200) check.add(page.path, html.toString())
    const problems = check.problems()
    if (problems.length > 0) pages.report(problems.join('\n'), page.path)
    return html
  }

/** The response to a failed request. Its script shows the error. */
const failure = async () => ({
  status: 500,
  headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
  bodies: { identity: Buffer.from(await pages.emptyPage()) },
})

await buildOnChange(
  ['client', 'server', 'shared'].map(name => join(root, name)),
  build,
)
started = true
console.log(`open ${urlOf(config.host, (server.address() as AddressInfo).port)}`)
