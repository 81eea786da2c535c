import { join } from 'node:path'
import { virtualModulesInVite } from '../../scripts/bundle/plugins/for-vite.ts'
import { virtualModulesOf } from '../../scripts/bundle/plugins/page-table-module.ts'
import { readManifest } from '../../server/manifest.ts'
import { createPageTable } from '../../shared/page-table.ts'

/** What client/ imports as virtual:…, read from what was built. */
export const virtualModulesInTests = virtualModulesInVite(() => {
  const { rows, languages, built } = readManifest(join(import.meta.dirname, '../../build'))
  return virtualModulesOf(createPageTable(rows, languages), built)
})
