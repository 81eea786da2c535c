import { join } from 'node:path'
import { pageTableInVite } from '../../scripts/bundle/plugins/for-vite.ts'
import { pageTableModule } from '../../scripts/bundle/plugins/page-table-module.ts'
import { readManifest } from '../../server/manifest.ts'
import { createPageTable } from '../../shared/page-table.ts'
import { company } from '../../shared/site/company.ts'

/** What client/ imports as virtual:page-table, read from what was built. */
export const virtualPageTableInTests = pageTableInVite(() => {
  const { rows, built } = readManifest(join(import.meta.dirname, '../../build'))
  return pageTableModule({ owner: { company }, table: createPageTable(rows, company), built })
})
