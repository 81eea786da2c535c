// npm run memory [-- SECONDS [PREFIX…]]: prints a server's memory under each load, as a table. Linux only. A prefix runs the
// server, for example `systemd-run --scope -p MemoryMax=512M`.

import { globSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../support/folders.ts'
import { buildMemorySite, LOADS, type Load, putUnderLoad } from '../support/memory.ts'

/** A feature's own loads, and the pages that it adds for them. */
interface LoadsOfFeature {
  LOADS: readonly Load[]
  addPages(folder: string): void
}

const files = globSync('features/*/tests/support/memory-loads.ts', { cwd: root }).sort()
const features: LoadsOfFeature[] = await Promise.all(files.map(file => import(join(root, file))))
const [seconds = '60', ...prefix] = process.argv.slice(2)
const folder = await buildMemorySite(copy => {
  for (const { addPages } of features) addPages(copy)
})
for (const load of [...LOADS, ...features.flatMap(feature => feature.LOADS)])
  console.table([await putUnderLoad(folder, load, Number(seconds), prefix)])
