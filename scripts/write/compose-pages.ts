import pino from 'pino'
import type { Program } from '../lib/load-program.ts'
import type { BuildResult } from './write-build.ts'

/** What loads and renders the pages of a build. */
export type SitePages = Awaited<ReturnType<Program['composePages']>>

/** What loads and renders the pages of a build, as its server does it. */
export function composeSitePages(
  {
    program,
    table,
    manifest,
    contentHtml,
  }: Pick<BuildResult, 'program' | 'table' | 'manifest' | 'contentHtml'>,
  origin: string,
): Promise<SitePages> {
  const readContentHtml = async (id: string) => {
    const body = contentHtml.get(id)
    if (body === undefined) throw new Error(`${id} has no text`)
    return body
  }
  return program.composePages({ table, manifest, origin, readContentHtml, log: pino({ level: 'silent' }) })
}
