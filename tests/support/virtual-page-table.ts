import { join } from 'node:path'
import { isRightToLeft } from '../../server/describe/text-direction.ts'
import { readManifest, yearOf } from '../../server/manifest.ts'
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
    const { menus } = createPageTable(rows)
    const clientPaths = rows.filter(({ script }) => script !== false).map(({ path }) => path)
    const languages = [...new Set(rows.map(({ lang = company.lang }) => lang))]
    const rightToLeft = languages.filter(isRightToLeft)
    return `export const menus = ${JSON.stringify(menus)}
export const year = ${JSON.stringify(yearOf(built))}
export const clientPaths = ${JSON.stringify(clientPaths)}
export const rightToLeft = ${JSON.stringify(rightToLeft)}`
  },
} as const
