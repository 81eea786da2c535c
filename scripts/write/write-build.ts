import { join } from 'node:path'
import { pictureFile } from '../../server/metadata.ts'
import type { Row } from '../../shared/page-table.ts'
import { type Bundle, createBundler } from '../build/bundle.ts'
import { createPreviews } from '../build/previews.tsx'
import { writeInFolder } from '../build/write-file.ts'
import type { Size } from '../check/costs.ts'
import { inBatches } from './batches.ts'
import { bestKept, writeCompressed } from './compress.ts'

/** What was bundled, where it is, and the sizes of its public files by their URL. */
export interface Built extends Bundle {
  folder: string
  sizes: ReadonlyMap<string, Size>
}

export async function writeBuild(folder: string): Promise<Built> {
  const bundler = await createBundler({ server: 'server/bootstrap.ts', start: 'server/start.ts' })
  const bundle = await bundler.rebuild().finally(bundler.dispose)
  const { files, assets, bodies, facts, table, warnings } = bundle
  for (const warning of warnings) console.warn(`WARNING: ${warning}`)
  const sizes = new Map<string, Size>()
  const writeFileOf = async ([name, body]: [string, Uint8Array]) => {
    const file = join(folder, name)
    if (!name.startsWith('public/')) return writeInFolder(file, body)
    sizes.set(name.slice('public'.length), await writeCompressed(file, body, bestKept))
  }
  await Promise.all([
    ...[...files].map(writeFileOf),
    ...[...bodies].map(([id, html]) => writeInFolder(join(folder, 'content', `${id}.html`), html)),
    writeInFolder(join(folder, 'package.json'), '{ "type": "module" }\n'),
  ])
  const draw = await createPreviews(facts)
  const preview = async (row: Row) => [pictureFile(row), await draw(row)] as const
  for await (const [name, body] of inBatches(table.rows, preview))
    await writeInFolder(join(folder, 'public', name), body)
  await writeInFolder(join(folder, 'assets.json'), JSON.stringify(assets))
  return { ...bundle, folder, sizes }
}
