import pino from 'pino'
import type { Program } from '../lib/load-program.ts'
import type { Built } from './write-build.ts'

/** What loads and renders the pages of a build. */
export type SitePages = Awaited<ReturnType<Program['composePages']>>

/** What loads and renders the pages of a build, as its server does it. */
export function composeSitePages(
  { program, table, manifest, bodies }: Pick<Built, 'program' | 'table' | 'manifest' | 'bodies'>,
  origin: string,
): Promise<SitePages> {
  const readBody = async (id: string) => {
    const body = bodies.get(id)
    if (body === undefined) throw new Error(`${id} has no text`)
    return body
  }
  return program.composePages({ table, manifest, origin, readBody, log: pino({ level: 'silent' }) })
}
