import { join } from 'node:path'
import { readAssets, tableOf } from '../../server/manifest.ts'

const ID = 'virtual:page-table'

/** A plugin of Vite: what client/ imports as virtual:page-table, read from what was built. */
export const virtualSiteInTests = {
  name: ID,
  resolveId: (id: string) => (id === ID ? `\0${ID}` : undefined),
  load(id: string) {
    if (id !== `\0${ID}`) return
    const { menus, rows } = tableOf(readAssets(join(import.meta.dirname, '../../build')))
    const clientPaths = rows.filter(({ server }) => !server).map(({ path }) => path)
    return `export const menus = ${JSON.stringify(menus)}, clientPaths = ${JSON.stringify(clientPaths)}`
  },
} as const
