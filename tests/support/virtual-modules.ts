import { join } from 'node:path'
import { asVite } from '../../scripts/bundle/plugins/as-vite.ts'
import { virtualModules, virtualModulesOf } from '../../scripts/bundle/plugins/virtual-modules.ts'
import { readManifest } from '../../server/lib/manifest.ts'
import { createRouteTable } from './engine.ts'

/** The virtual: modules that client/ imports, made from a build. */
export const virtualModulesInTests = asVite(
  virtualModules(() => {
    const manifest = readManifest(join(import.meta.dirname, '../../build'))
    return virtualModulesOf(createRouteTable(manifest), manifest.buildDate)
  }),
)
