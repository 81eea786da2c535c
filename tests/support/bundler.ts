import { join } from 'node:path'
import type { Bundler, Development } from '../../scripts/bundle/bundle.ts'
import type { Packages } from '../../scripts/bundle/script-bundles.ts'

/** Prepares to bundle a copy of the project, with the copy's own modules. */
export async function createBundlerIn(folder: string, development?: Development): Promise<Bundler> {
  const { createBundler }: typeof import('../../scripts/bundle/bundle.ts') = await import(
    join(folder, 'scripts/bundle/bundle.ts')
  )
  return createBundler({ program: 'server/start/program.ts' }, development)
}

/** For development: leaves no package external. */
export const noPackages: Packages = { plugin: { name: 'none', setup() {} }, has: () => false }
