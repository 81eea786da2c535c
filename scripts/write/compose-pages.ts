import pino from 'pino'
import type { RouteTable } from '../../shared/route-table.ts'
import type { Program } from '../lib/load-program.ts'
import type { BuildResult } from './write-build.ts'

/** The functions that load and render a build's pages. */
export type SitePages = Awaited<ReturnType<Program['composePrerender']>>

/** Composes the functions that load and render a build's pages, from the build's own server. */
export function composeSitePages(
  table: RouteTable,
  { program, manifest, folder: build }: Pick<BuildResult, 'program' | 'manifest' | 'folder'>,
  origin: string,
): Promise<SitePages> {
  return program.composePrerender({ table, manifest, origin, build, log: pino({ level: 'silent' }) })
}
