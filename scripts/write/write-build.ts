import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pictureFile } from '../../server/metadata.ts'
import { type Bundle, createBundler } from '../build/bundle.ts'
import { createPreviews } from '../build/previews.tsx'
import { writeFiles } from '../build/write-files.ts'
import type { Size } from '../check/costs.ts'
import { inBatches } from './batches.ts'
import { bestKept, writeCompressed } from './compress.ts'

/** What was bundled, where it is, and the sizes of its public files by their URL. */
export interface Built extends Bundle {
  folder: string
  sizes: ReadonlyMap<string, Size>
}

const writeBody = (file: string, body: Uint8Array) => writeFile(file, body)

/** Bundles the site into a folder: what our own server needs. */
export async function writeBuild(folder: string): Promise<Built> {
  const bundler = await createBundler({ server: 'server/bootstrap.ts', start: 'server/start.ts' })
  const bundle = await bundler.rebuild().finally(bundler.dispose)
  const { files, assets, bodies, facts, table, warnings } = bundle
  for (const warning of warnings) console.warn(`WARNING: ${warning}`)
  const sizes = new Map<string, Size>()
  await Promise.all([
    writeFiles(files, folder, async (file, body, name) => {
      if (!name.startsWith('public/')) return writeBody(file, body)
      sizes.set(name.slice('public'.length), await writeCompressed(file, body, bestKept))
    }),
    writeFiles(bodies, join(folder, 'content'), (file, html) => writeFile(`${file}.html`, html)),
    writeFile(join(folder, 'package.json'), '{ "type": "module" }\n'),
  ])
  const draw = await createPreviews(facts)
  for await (const preview of inBatches(
    table.rows,
    async row => [pictureFile(row), await draw(row)] as const,
  ))
    await writeFiles([preview], join(folder, 'public'), writeBody)
  await writeFile(join(folder, 'assets.json'), JSON.stringify(assets))
  return { ...bundle, folder, sizes }
}
