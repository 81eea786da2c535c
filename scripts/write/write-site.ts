import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { originWarning, readConfig } from '../../server/config.ts'
import { PRERENDERED_FILE } from '../../server/constants.ts'
import type { Prerendered } from '../../server/manifest.ts'
import { isContent } from '../../server/pages/content-folders.ts'
import { createPageTable, type Row } from '../../shared/page-table.ts'
import { sweepCache } from '../lib/cache.ts'
import { root } from '../lib/root.ts'
import { best, sizeOf, writeCompressed } from './compress.ts'
import { hostFiles } from './hosts.ts'
import { printCosts } from './print-costs.ts'
import { replaceFolder } from './replace-folder.ts'
import { type Built, writeBuild } from './write-build.ts'
import { writePages } from './write-pages.ts'

const build = join(root, 'build')
const dist = join(root, 'dist')

/** Replaces build/, if everything is right. Checks every page that needs no source of data, and asks none. */
export async function buildSite(): Promise<void> {
  await replaceFolder(build, async fresh => {
    const built = await writeBuild(fresh)
    const rows = built.table.rows.filter(row => !row.server || isContent(row))
    await writePages(built, { rows, origin: built.manifest.origin })
  })
  await sweepCache()
}

/** Replaces build/ and dist/, if everything is right. Prints what each page costs. */
export async function prerenderSite(): Promise<void> {
  await replaceFolder(build, async freshBuild => {
    const built = await writeBuild(freshBuild)
    await replaceFolder(dist, freshDist => prerender(built, freshBuild, freshDist))
  })
  await sweepCache()
}

async function prerender(built: Built, builtFolder: string, folder: string): Promise<void> {
  const { manifest, owner, table } = built
  const { origin, hsts } = readConfig(process.env, manifest.origin)
  const warning = originWarning(origin)
  if (warning) console.warn(warning)
  await cp(join(builtFolder, 'public'), folder, { recursive: true })
  const isLeftOut = (row: Row) => row.prerender === false
  const rows = table.rows.filter(row => !isLeftOut(row))
  /** The pages of dist/, as they stand in its sitemap. */
  const prerenderedTable = createPageTable(rows)
  const costs = await writePages(built, { rows, origin, dist: folder })
  const { securityOf }: typeof import('../../server/exports.ts') = await import(
    pathToFileURL(join(builtFolder, 'start.js')).href
  )
  const headers = securityOf(manifest, hsts).document
  const generated = {
    ...owner.generatedFiles(prerenderedTable, owner.company, origin),
    ...hostFiles({ table, company: owner.company, headers, origin }),
  }
  for (const [name, text] of Object.entries(generated)) {
    // A file of shared/site/public/ replaces a generated one.
    if (built.files.has(`public/${name}`)) continue
    await writeCompressed(join(folder, name), Buffer.from(text), best)
  }
  const prerendered: Prerendered = { version: manifest.version, origin }
  await writeFile(join(folder, PRERENDERED_FILE), JSON.stringify(prerendered))
  printCosts(costs, await sizeOf(manifest.style), owner.budgets)
  const leftOut = table.rows.filter(isLeftOut).map(({ path }) => path)
  if (leftOut.length > 0)
    console.log(`Not in dist/, and so missing on a static host: ${leftOut.join(', ')} (prerender: false)`)
}
