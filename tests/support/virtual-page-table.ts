import { join } from 'node:path'
import { asVite } from '../../scripts/bundle/plugins/as-vite.ts'
import { pageTableModule, virtualPageTable } from '../../scripts/bundle/plugins/page-table-module.ts'
import { readManifest } from '../../server/manifest.ts'
import { createPageTable } from '../../shared/page-table.ts'
import { company } from '../../shared/site/company.ts'

/** What client/ imports as virtual:page-table, read from what was built. */
export const virtualPageTableInTests = asVite(
  virtualPageTable(() => {
    const { rows, built } = readManifest(join(import.meta.dirname, '../../build'))
    return pageTableModule({ owner: { company }, table: createPageTable(rows, company), built })
  }),
)
