import { join } from 'node:path'
import { pageTableModule } from '../../scripts/bundle/page-table-module.ts'
import { readManifest } from '../../server/manifest.ts'
import { createPageTable } from '../../shared/page-table.ts'
import { company } from '../../shared/site/company.ts'

const ID = 'virtual:page-table'

/** A plugin of Vite: what client/ imports as virtual:page-table, read from what was built. */
export const virtualPageTableInTests = {
  name: ID,
  resolveId: (id: string) => (id === ID ? `\0${ID}` : undefined),
  load(id: string) {
    if (id !== `\0${ID}`) return
    const { rows, built } = readManifest(join(import.meta.dirname, '../../build'))
    return pageTableModule({ owner: { company }, table: createPageTable(rows), built })
  },
} as const
