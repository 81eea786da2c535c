import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Assets } from '../server/assets.ts'
import { siteFiles } from '../server/site-files.ts'
import { replaceFolder, sizesOf, writeCompressed } from '../server/static/folder.ts'
import { PageFault } from '../server/static/page-checks.ts'
import { tableFaults } from '../server/static/table-checks.ts'
import { pages } from '../shared/pages.ts'
import { site } from '../shared/site.ts'
import { createBundler, writeBundle } from './bundle.ts'
import { expiryWarning } from './expiry.ts'

const build = join(import.meta.dirname, '../build')
const publicSource = join(import.meta.dirname, '../shared/public')

try {
  const warning = expiryWarning(site.securityExpires, new Date())
  if (warning) console.warn(warning)
  checkTable()
  await replaceFolder(build, async fresh => {
    const publicFolder = join(fresh, 'public')
    const [assets] = await Promise.all([bundle(fresh, publicFolder), draw(publicFolder)])
    const files = await sizesOf(publicFolder)
    await writeFile(join(fresh, 'assets.json'), JSON.stringify({ ...assets, files }))
    await writeFile(join(fresh, 'package.json'), '{ "type": "module" }\n')
    await checkCosts(fresh)
  })
} catch (error) {
  // esbuild's message has one line for each mistake, with file and line.
  if (!(error instanceof PageFault || (error instanceof Error && 'errors' in error))) throw error
  console.error(error.message)
  process.exitCode = 1
}

function checkTable(): void {
  const files = [...readdirSync(publicSource), ...Object.keys(siteFiles(site.origin))]
  const faults = tableFaults(pages, files, site.members.path)
  if (faults.length > 0) throw new PageFault(faults.join('\n'))
}

async function bundle(fresh: string, publicFolder: string): Promise<Assets> {
  const bundler = await createBundler({
    server: 'server/bootstrap.ts',
    start: 'server/start.ts',
    prerender: 'scripts/prerender.ts',
  })
  const bundle = await bundler.rebuild().finally(bundler.dispose)
  await writeBundle(bundle, fresh, (file, body) =>
    file.startsWith(publicFolder) ? writeCompressed(file, body) : writeFile(file, body),
  )
  return bundle.assets
}

/** While esbuild works in a process of its own, this one is free to load the library that draws. */
async function draw(publicFolder: string): Promise<void> {
  const { drawPictures } = await import('./pictures.tsx')
  await drawPictures(publicFolder)
}

/** Prints what each page costs. A page over its budget ends the build, and the last good one stays. */
async function checkCosts(fresh: string): Promise<void> {
  const { costs, costTable, overBudget }: typeof import('./costs.ts') = await import(
    join(fresh, 'prerender.js')
  )
  const pages = await costs(fresh)
  console.log(costTable(pages))
  const faults = overBudget(pages)
  if (faults.length > 0) throw new PageFault(faults.join('\n'))
}
