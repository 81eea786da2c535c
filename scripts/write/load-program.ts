import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pino from 'pino'
import type { Built } from './write-build.ts'

/** The program that was built. It knows the pages with their pictures, and does nothing until it is started. */
export type Program = typeof import('../../server/program.ts')

export const importProgram = (folder: string): Promise<Program> =>
  import(pathToFileURL(join(folder, 'start.js')).href)

/** What loads and renders the pages of a build, as its server does it. */
export async function loadPages(
  { folder, manifest, bodies }: Pick<Built, 'folder' | 'manifest' | 'bodies'>,
  origin: string,
) {
  const { composePages } = await importProgram(folder)
  const readBody = async (id: string) => bodies.get(id) ?? ''
  return composePages({ manifest, origin, readBody, log: pino({ level: 'silent' }) })
}
