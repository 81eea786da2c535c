import { cp, readdir, writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { PRERENDERED, type Prerendered } from '../../server/assets.ts'
import { UserError } from '../../server/errors.ts'
import { fileOf } from '../../server/paths.ts'
import { company } from '../../shared/company.ts'
import { createCheck } from '../check/page-checks.ts'
import { inGroups } from './batches.ts'
import type { BuiltSite } from './built-site.ts'
import type { Options, Size } from './compress.ts'
import { replaceFolder, sizesOf, writeCompressed } from './replace-folder.ts'

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
  compression?: Options
  /** Told of each page when it is written. */
  onPage?: (file: string, sizes: Size) => void
}

/** Writes the whole static site. Rejects with a UserError, and leaves the last good site, when a page is not fit to ship. */
export async function prerender({
  site: { table, paths, render },
  files,
  publicFolder,
  version,
  origin,
  dist,
  compression,
  onPage,
}: Parts): Promise<void> {
  const names = await readdir(publicFolder, { recursive: true })
  const own = new Set(names.map(name => name.split(sep).join('/')))
  const beside = new Map([...Object.entries(files)].filter(([name]) => !own.has(name)))
  const known = new Set([
    ...paths,
    company.members?.path,
    ...[...beside.keys(), ...own].map(name => `/${name}`),
  ])
  await replaceFolder(dist, async fresh => {
    await cp(publicFolder, fresh, { recursive: true })
    await Promise.all(
      [...beside].map(([name, text]) => writeCompressed(join(fresh, name), Buffer.from(text), compression)),
    )
    const check = createCheck(table, target => known.has(target))
    const pages = inGroups(paths, async path => {
      const html = await render(path).catch(error => {
        throw new UserError(`${path}: cannot be rendered: ${error}`, { cause: error })
      })
      return { path, html, size: await writeCompressed(join(fresh, fileOf(path)), html, compression) }
    })
    for await (const { path, html, size } of pages) {
      check.add(path, html.toString())
      onPage?.(fileOf(path), size)
    }
    const found = check.problems()
    if (found.length > 0) throw new UserError(found.join('\n'))
    const prerendered: Prerendered = { version, origin, files: await sizesOf(fresh) }
    await writeFile(join(fresh, PRERENDERED), JSON.stringify(prerendered))
  })
}
