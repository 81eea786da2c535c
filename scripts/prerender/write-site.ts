import { cp, readdir, writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { PRERENDERED, type Prerendered } from '../../server/assets.ts'
import { fileOf } from '../../server/paths.ts'
import { site as company } from '../../shared/site.ts'
import type { BuiltSite } from '../build/built-site.ts'
import type { Keep, Size } from './compress.ts'
import { replaceFolder, sizesOf, writeCompressed } from './folder.ts'
import { createCheck, PageFault } from './page-checks.ts'

interface Parts {
  site: Pick<BuiltSite, 'table' | 'paths' | 'render'>
  /** The files that stand beside the pages, by name, unless the folder below has a file of that name. */
  files: Record<string, string>
  /** The folder with the assets and icons, copied as it is. */
  publicFolder: string
  /** The version of the build, and the origin that the pages name. */
  version: string
  origin: string
  /** The folder to write. It changes only when everything went well. */
  dist: string
  /** Where an earlier run has kept what it compressed. */
  keep?: Keep
  /** Told of each page when it is written. */
  onPage?: (file: string, sizes: Size) => void
}

/** So many pages are compressed and written at the same time, and no more are in memory. */
export const AT_ONCE = 32

/** Writes the whole static site. Rejects with a PageFault, and leaves the last good site, when a page is not fit to ship. */
export async function prerender({
  site: { table, paths, render },
  files,
  publicFolder,
  version,
  origin,
  dist,
  keep,
  onPage,
}: Parts): Promise<void> {
  const names = await readdir(publicFolder, { recursive: true })
  const own = new Set(names.map(name => name.split(sep).join('/')))
  const beside = new Map([...Object.entries(files)].filter(([name]) => !own.has(name)))
  const known = new Set([
    ...paths,
    company.members.path,
    ...[...beside.keys(), ...own].map(name => `/${name}`),
  ])
  await replaceFolder(dist, async fresh => {
    await cp(publicFolder, fresh, { recursive: true })
    await Promise.all(
      [...beside].map(([name, text]) => writeCompressed(join(fresh, name), Buffer.from(text), keep)),
    )
    const check = createCheck(table, target => known.has(target))
    for (let start = 0; start < paths.length; start += AT_ONCE) {
      const pages: { file: string; html: Buffer }[] = []
      for (const path of paths.slice(start, start + AT_ONCE)) {
        const html = await render(path).catch(error => {
          throw new PageFault(`${path}: cannot be rendered: ${error}`, { cause: error })
        })
        check.add(path, html.toString())
        pages.push({ file: fileOf(path), html })
      }
      const sizes = await Promise.all(
        pages.map(({ file, html }) => writeCompressed(join(fresh, file), html, keep)),
      )
      for (const [i, { file }] of pages.entries()) onPage?.(file, sizes[i] as Size)
    }
    const found = check.faults()
    if (found.length > 0) throw new PageFault(found.join('\n'))
    const prerendered: Prerendered = { version, origin, files: await sizesOf(fresh) }
    await writeFile(join(fresh, PRERENDERED), JSON.stringify(prerendered))
  })
}
