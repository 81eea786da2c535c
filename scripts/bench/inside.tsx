import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { useLocation } from 'react-router'
import { readAssets } from '../../server/assets.ts'
import { createRenderer, renderPage } from '../../server/render.tsx'
import { createSiteRenderer } from '../../server/site.tsx'
import { prerender } from '../../server/static/prerender.ts'
import { Footer } from '../../shared/layout/footer.tsx'
import { Header } from '../../shared/layout/header.tsx'
import { pages } from '../../shared/pages.ts'
import { site } from '../../shared/site.ts'

// What is measured in one process: renders without a server, and a prerendering of many pages. Prints JSON.
const [root = '', count = '0'] = process.argv.slice(2)

/** In milliseconds: of each figure, after as long a warm-up. */
const DURATION = 1000

console.log(JSON.stringify(count === '0' ? await renders() : await growth(Number(count))))

/** The time of a whole render, without compression, in microseconds. */
async function renders() {
  const render = createSiteRenderer(readAssets(join(root, 'build')), site.origin)
  const times: Record<string, number> = {}
  for (const path of ['/', '/about']) {
    await microseconds(() => renderPage(render, path))
    times[path] = await microseconds(() => renderPage(render, path))
  }
  return times
}

async function microseconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  let runs = 0
  for (; performance.now() - start < DURATION; runs++) await work()
  return (1000 * (performance.now() - start)) / runs
}

/** The cost of prerendering so many pages of about the size of the site's own. */
async function growth(count: number) {
  const paths = [
    ...Object.values(pages).map(({ path }) => path as string),
    ...Array.from({ length: count }, (_, i) => `/page-${i}`),
  ]
  const routes = [...paths, '*'].map(path => ({ path, Component: Generated }))
  const folder = await mkdtemp(join(tmpdir(), 'growth-'))
  const start = performance.now()
  try {
    await prerender({
      render: createRenderer(routes),
      paths,
      files: {},
      publicFolder: join(root, 'shared/public'),
      version: '',
      origin: site.origin,
      dist: join(folder, 'dist'),
    })
    const ms = performance.now() - start
    const { user, system } = process.cpuUsage()
    return {
      pages: count,
      msPerPage: ms / count,
      cpuMsPerPage: (user + system) / 1000 / count,
      peakMiB: process.resourceUsage().maxRSS / 1024,
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

function Generated() {
  const { pathname } = useLocation()
  return (
    <html lang="en">
      <head>
        <title>{`Generated page ${pathname}`}</title>
        <meta
          name="description"
          content={`The page at ${pathname} was generated to see how the time grows.`}
        />
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
