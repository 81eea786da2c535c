import { cp, readdir } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { site } from '../shared/site.ts'
import { faults, PageFault } from './check.ts'
import type { Render } from './render.tsx'
import { replaceFolder, type Sizes, writeCompressed } from './write.ts'

interface Parts {
  render: Render
  /** The paths of the pages. */
  paths: readonly string[]
  /** The files that stand beside the pages, by name. */
  files: Record<string, string>
  /** The folder with the assets and icons, copied as it is. */
  publicFolder: string
  /** The folder to write. It changes only when everything went well. */
  dist: string
  /** Told of each page when it is written. */
  onPage?: (file: string, sizes: Sizes) => void
}

/** A path that no table can have. What is rendered for it is 404.html. */
const NOWHERE = '/404'

/** Writes the whole static site. Rejects with a PageFault, and leaves the last good site, when a page is not fit to ship. */
export async function prerender({ render, paths, files, publicFolder, dist, onPage }: Parts): Promise<void> {
  const beside = [...Object.keys(files), ...(await readdir(publicFolder, { recursive: true }))]
  const known = new Set([...paths, site.members.path, ...beside.map(name => `/${name.split(sep).join('/')}`)])
  await replaceFolder(dist, async fresh => {
    await cp(publicFolder, fresh, { recursive: true })
    for (const [name, text] of Object.entries(files))
      await writeCompressed(join(fresh, name), Buffer.from(text))
    const pages = new Map<string, string>()
    for (const path of [...paths, NOWHERE]) pages.set(path, (await renderPage(render, path)).toString())
    const found = faults(pages, target => known.has(target))
    if (found.length > 0) throw new PageFault(found.join('\n'))
    for (const [path, html] of pages) {
      const file = path === '/' ? 'index.html' : `${path.slice(1)}.html`
      const sizes = await writeCompressed(join(fresh, file), Buffer.from(html))
      onPage?.(file, sizes)
    }
  })
}

/** The page as the live server would stream it, whole. Rejects with a PageFault for any error, also one after the shell. */
export async function renderPage(render: Render, path: string): Promise<Buffer> {
  try {
    const page = await render(path, new AbortController().signal)
    await page.complete
    const stream = new PassThrough()
    page.pipe(stream)
    return await buffer(stream)
  } catch (error) {
    throw new PageFault(`${path}: cannot be rendered: ${error}`, { cause: error })
  }
}
