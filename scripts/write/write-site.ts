import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PRERENDERED, type Prerendered } from '../../server/assets.ts'
import { originWarning, readConfig } from '../../server/config.ts'
import { isContent } from '../../server/content-folders.ts'
import { createSecurity } from '../../server/headers.ts'
import { root } from '../build/root.ts'
import { best, sizeOf, writeCompressed } from './compress.ts'
import { hostFiles } from './hosts.ts'
import { printCosts } from './print-costs.ts'
import { replaceFolder } from './replace-folder.ts'
import { writeBuild } from './write-build.ts'
import { writePages } from './write-pages.ts'

const [build, dist] = [join(root, 'build'), join(root, 'dist')]

/** Replaces build/, if everything is right. Checks every page that needs no source of data, and asks none. */
export async function buildSite(): Promise<void> {
  await replaceFolder(build, async fresh => {
    const built = await writeBuild(fresh)
    const rows = built.table.rows.filter(row => !row.server || isContent(row))
    await writePages(built, { rows, origin: built.facts.company.origin })
  })
}

/** Replaces build/ and dist/, if everything is right. Prints what each page costs. */
export async function prerenderSite(): Promise<void> {
  const { origin, hsts } = readConfig(process.env)
  const warning = originWarning(origin)
  if (warning) console.warn(warning)
  await replaceFolder(build, async freshBuild => {
    const built = await writeBuild(freshBuild)
    const { assets, table, facts } = built
    const left = table.rows.filter(({ prerender }) => prerender === false)
    await replaceFolder(dist, async freshDist => {
      await cp(join(freshBuild, 'public'), freshDist, { recursive: true })
      const costs = await writePages(built, {
        rows: table.rows.filter(row => !left.includes(row)),
        origin,
        dist: freshDist,
      })
      const files = {
        ...facts.siteFiles(table, origin),
        ...hostFiles(built, createSecurity(assets, hsts).document, origin),
      }
      for (const [name, text] of Object.entries(files)) {
        // A file of shared/public/ takes the place of one that is made.
        if (built.files.has(`public/${name}`)) continue
        await writeCompressed(join(freshDist, name), Buffer.from(text), best)
      }
      const prerendered: Prerendered = { version: assets.version, origin }
      await writeFile(join(freshDist, PRERENDERED), JSON.stringify(prerendered))
      printCosts(costs, await sizeOf(assets.style))
    })
    if (left.length > 0)
      console.log(
        `Not in dist/, and so missing on a static host: ${left.map(({ path }) => path).join(', ')} (prerender: false)`,
      )
  })
}
