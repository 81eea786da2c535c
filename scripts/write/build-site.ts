import { hash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UserError } from '../../server/errors.ts'
import { company } from '../../shared/company.ts'
import type { Table } from '../../shared/page-table.ts'
import { type Bundle, createBundler, writeFiles } from '../build/bundle.ts'
import { cached, sweepCache } from '../build/cache.ts'
import { previewDrawers } from '../build/draw.ts'
import { root } from '../build/root.ts'
import { inGroups } from './batches.ts'
import { costs, costTable, overBudget } from './costs.ts'
import { replaceFolder, sizesOf, writeCompressed } from './replace-folder.ts'
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
    const warnings = [expiryWarning(company.securityExpires, new Date()), letterWarning(pages)]
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
  const problems = overBudget(pages)
  if (problems.length > 0) throw new UserError(problems.join('\n'))
  return pages
}
