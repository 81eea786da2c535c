import { hash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { site } from '../../shared/site.ts'
import type { Table } from '../../shared/table.ts'
import { replaceFolder, sizesOf, writeCompressed } from '../prerender/folder.ts'
import { PageFault } from '../prerender/page-checks.ts'
import { type Bundle, createBundler, writeFiles } from './bundle.ts'
import { cached, sweepCache } from './cache.ts'
import { costs, costTable, overBudget } from './costs.ts'
import { previewDrawers } from './draw.ts'
import { root } from './folders.ts'
import { inGroups } from './groups.ts'
import { expiryWarning, letterWarning } from './warnings.ts'

/** Makes build/ anew, or leaves the last good one. Prints what each page costs. */
export async function buildSite(): Promise<void> {
  await replaceFolder(join(root, 'build'), async fresh => {
    const { files, assets, table, bodies } = await bundle()
    const isPublic = ([name]: [string, unknown]) => name.startsWith('public/')
    const [shown, run] = [[...files].filter(isPublic), [...files].filter(file => !isPublic(file))]
    await writeFiles(run, fresh, writeFile)
    await writeFiles(bodies, join(fresh, 'content'), (file, html) => writeFile(`${file}.html`, html))
    await writeFile(join(fresh, 'package.json'), '{ "type": "module" }\n')
    await Promise.all([
      writeFiles(shown, fresh, (file, body) => writeCompressed(file, body, { keep: cached })),
      drawPreviews(table, fresh),
    ])
    const program = hash('sha256', files.get('start.js') ?? '')
    const sizes = await sizesOf(fresh)
    await writeFile(join(fresh, 'assets.json'), JSON.stringify({ ...assets, program, files: sizes }))
    const pages = await checkCosts(fresh)
    const warnings = [expiryWarning(site.securityExpires, new Date()), letterWarning(pages)]
    for (const warning of warnings) if (warning) console.warn(warning)
  })
  await sweepCache()
}

async function bundle(): Promise<Bundle> {
  const bundler = await createBundler({ server: 'server/bootstrap.ts', start: 'server/start.ts' })
  return bundler.rebuild().finally(bundler.dispose)
}

async function drawPreviews(table: Table, fresh: string): Promise<void> {
  const drawers = [...(await previewDrawers(table))]
  const pictures = inGroups(drawers, async ([file, draw]) => [`public/${file}`, await draw()] as const)
  for await (const picture of pictures) await writeFiles([picture], fresh, writeFile)
}

/** A page over its budget ends the build. */
async function checkCosts(fresh: string) {
  const pages = await costs(fresh)
  console.log(costTable(pages))
  const faults = overBudget(pages)
  if (faults.length > 0) throw new PageFault(faults.join('\n'))
  return pages
}
