import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { siteFiles } from '../server/site-files.ts'
import { replaceFolder, sizesOf, writeCompressed } from '../server/static/folder.ts'
import { PageFault } from '../server/static/page-checks.ts'
import { tableFaults } from '../server/static/table-checks.ts'
import { pages } from '../shared/pages.ts'
import { site } from '../shared/site.ts'
import { type Bundle, createBundler, writeFiles } from './bundle.ts'
import { cached, sweepCache } from './cache.ts'
import { previewDrawers } from './draw.ts'
import { expiryWarning } from './expiry.ts'
import { explain } from './faults.ts'
import { letterWarning } from './letters.ts'

const build = join(import.meta.dirname, '../build')

/** build/prerender.js renders the pages, and so knows what they cost and what their previews show. */
type Rendered = typeof import('./prerender.ts')

try {
  await replaceFolder(build, async fresh => {
    const { files, assets } = await bundle()
    const isPublic = ([name]: [string, unknown]) => name.startsWith('public/')
    const [shown, run] = [[...files].filter(isPublic), [...files].filter(file => !isPublic(file))]
    checkTable(shown.map(([name]) => name.replace('public/', '')))
    await writeFiles(run, fresh, writeFile)
    await writeFile(join(fresh, 'package.json'), '{ "type": "module" }\n')
    const rendered: Rendered = await import(join(fresh, 'prerender.js'))
    await Promise.all([
      writeFiles(shown, fresh, (file, body) => writeCompressed(file, body, cached)),
      drawPreviews(rendered, fresh),
    ])
    const sizes = await sizesOf(join(fresh, 'public'))
    await writeFile(join(fresh, 'assets.json'), JSON.stringify({ ...assets, files: sizes }))
    const pages = await checkCosts(rendered, fresh)
    const warnings = [expiryWarning(site.securityExpires, new Date()), letterWarning(pages)]
    for (const warning of warnings) if (warning) console.warn(warning)
  })
  await sweepCache()
} catch (error) {
  console.error(await explain(error))
  process.exitCode = 1
}

async function bundle(): Promise<Bundle> {
  const bundler = await createBundler({
    server: 'server/bootstrap.ts',
    start: 'server/start.ts',
    prerender: 'scripts/prerender.ts',
  })
  return bundler.rebuild().finally(bundler.dispose)
}

function checkTable(publicFiles: string[]): void {
  const files = [...publicFiles, ...Object.keys(siteFiles(site.origin))]
  const faults = tableFaults(pages, files, site.members.path)
  if (faults.length > 0) throw new PageFault(faults.join('\n'))
}

async function drawPreviews(rendered: Rendered, fresh: string): Promise<void> {
  const drawn = [...(await previewDrawers(rendered))].map(
    async ([file, draw]): Promise<[string, Uint8Array]> => [`public/${file}`, await draw()],
  )
  await writeFiles(await Promise.all(drawn), fresh, writeFile)
}

/** Prints what each page costs. A page over its budget ends the build, and the last good one stays. */
async function checkCosts({ costs, costTable, overBudget }: Rendered, fresh: string) {
  const pages = await costs(fresh)
  console.log(costTable(pages))
  const faults = overBudget(pages)
  if (faults.length > 0) throw new PageFault(faults.join('\n'))
  return pages
}
