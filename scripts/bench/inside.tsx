import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { useLocation } from 'react-router'
import { readAssets } from '../../server/assets.ts'
import { paths } from '../../server/paths.ts'
import { createRenderer, createSiteRenderer, renderPage } from '../../server/render.tsx'
import { Footer } from '../../shared/layout/footer.tsx'
import { Header } from '../../shared/layout/header.tsx'
import { site } from '../../shared/site.ts'
import { prerender } from '../prerender/write-site.ts'

// What is measured in one process: renders without a server, and a prerendering of many pages. Prints JSON.
const [root = '', count = '0'] = process.argv.slice(2)
const { origin } = site

/** In milliseconds: of each figure, after as long a warm-up. */
const DURATION = 1000

console.log(JSON.stringify(count === '0' ? await renders() : await growth(Number(count))))

/** The time of a whole render, without compression. */
async function renders() {
  const render = createSiteRenderer(readAssets(join(root, 'build')), origin)
  const rows = []
  for (const path of paths.slice(0, 2)) {
    await microseconds(() => renderPage(render, path))
    rows.push({ render: path, µs: await microseconds(() => renderPage(render, path)) })
  }
  return rows
}

async function microseconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  let runs = 0
  for (; performance.now() - start < DURATION; runs++) await work()
  return (1000 * (performance.now() - start)) / runs
}

/** The cost of prerendering so many pages of about the size of the site's own. */
async function growth(count: number) {
  const many = [...paths, ...Array.from({ length: count }, (_, i) => `/page-${i}`)]
  const render = createRenderer([...many, '*'].map(path => ({ path, Component: Generated })))
  const folder = await mkdtemp(join(tmpdir(), 'growth-'))
  const [dist, publicFolder] = [join(folder, 'dist'), join(root, 'shared/public')]
  const start = performance.now()
  await prerender({ render, paths: many, files: {}, publicFolder, version: '', origin, dist })
  const ms = performance.now() - start
  await rm(folder, { recursive: true })
  const { user, system } = process.cpuUsage()
  const peak = process.resourceUsage().maxRSS / 1024
  return {
    'pages prerendered': count,
    'ms a page': ms / count,
    'CPU ms a page': (user + system) / 1000 / count,
    'MiB at most': peak,
  }
}

function Generated() {
  const { pathname } = useLocation()
  return (
    <html lang="en">
      <head>
        <title>{`Generated page ${pathname}`}</title>
        <meta name="description" content={`The page at ${pathname} was generated to see how time grows.`} />
      </head>
      <body>
        <Header />
        <main id="main">
          <h1>{pathname}</h1>
          {Array.from({ length: 20 }, (_, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: nothing moves.
            <p key={i}>{`Paragraph ${i} of ${pathname}: ${site.description}`}</p>
          ))}
        </main>
        <Footer />
      </body>
    </html>
  )
}
