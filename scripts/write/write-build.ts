import { join } from 'node:path'
import { previewFile } from '../../server/pages/link-preview.ts'
import type { Row } from '../../shared/page-table.ts'
import { type Bundle, createBundler } from '../bundle/bundle.ts'
import type { Size } from '../check/costs.ts'
import { inBatches } from '../lib/batches.ts'
import { writeInFolder } from '../lib/write-file.ts'
import { createPreviews } from '../media/previews.tsx'
import { bestKept, writeCompressed } from './compress.ts'

/** What was bundled, where it is, and the sizes of its public files by their URL. */
export interface Built extends Bundle {
  folder: string
  sizes: ReadonlyMap<string, Size>
}

export async function writeBuild(folder: string): Promise<Built> {
  const bundler = await createBundler({ server: 'server/bootstrap.ts', start: 'server/exports.ts' })
  const bundle = await bundler.rebuild().finally(bundler.dispose)
  for (const warning of bundle.warnings) console.warn(`WARNING: ${warning}`)
  const sizes = new Map<string, Size>()
  const writeFileOf = async ([name, body]: [string, Uint8Array]) => {
    const file = join(folder, name)
    if (!name.startsWith('public/')) return writeInFolder(file, body)
    sizes.set(name.slice('public'.length), await writeCompressed(file, body, bestKept))
  }
  const writeBodyOf = ([id, html]: [string, string]) =>
    writeInFolder(join(folder, 'content', `${id}.html`), html)
  await Promise.all([
    ...Array.from(bundle.files, writeFileOf),
    ...Array.from(bundle.bodies, writeBodyOf),
    writeInFolder(join(folder, 'package.json'), '{ "type": "module" }\n'),
  ])
  await writePreviews(bundle, join(folder, 'public'))
  await writeInFolder(join(folder, 'manifest.json'), JSON.stringify(bundle.manifest))
  return { ...bundle, folder, sizes }
}

async function writePreviews({ owner, table }: Bundle, folder: string): Promise<void> {
  const { company, typefaces, loadDrawing, pages } = owner
  const defaultDrawing = pages.home.drawing
  const draw = await createPreviews({ company, typefaces, loadDrawing, defaultDrawing })
  const drawPreview = async (row: Row) => ({ name: previewFile(row), body: await draw(row) })
  for await (const { name, body } of inBatches(table.rows, drawPreview))
    await writeInFolder(join(folder, name), body)
}
