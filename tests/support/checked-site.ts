import type { Metafile } from 'esbuild'
import express from 'express'
import type { BuildFeature, BundledSite } from '../../extension-points.ts'
import { fieldInTable } from '../../scripts/lib/field-places.ts'
import type { RouteTable } from './engine.ts'
import { manifest } from './fixture-site.ts'
import { companyFile, site } from './site.tsx'

/** A site with these routes, as checks get it. */
export const siteToCheck = (table: RouteTable, more: Partial<BundledSite> = {}): BundledSite => ({
  table,
  company: site.company,
  companyFile,
  siteRoutes: Object.fromEntries(
    table.routes.map(({ id, path, heading, label, description }) => [
      id,
      { path, title: heading, label, description },
    ]),
  ),
  fileRoutes: [],
  fieldOf: fieldInTable,
  publicFiles: [],
  files: [],
  isFile: () => false,
  styles: [],
  browserScript: { inputs: {}, outputs: {} },
  isInScript: () => false,
  isPage: path => path === '/' || table.match(path) !== undefined,
  manifest,
  origin: site.company.origin,
  endpoints: express(),
  ...more,
})

/** The metafile of a browser's bundle in which shared/site/browser.ts exports this name. */
export const scriptExporting = (name: string): Metafile => ({
  inputs: {},
  outputs: {
    'site-script.js': {
      entryPoint: 'shared/site/browser.ts',
      exports: [name],
      bytes: 0,
      inputs: {},
      imports: [],
    },
  },
})

/** The errors that a feature reports for such a site. */
export const problemsOf = (
  { problems }: BuildFeature,
  table: RouteTable,
  more: Partial<BundledSite> = {},
): string[] => problems?.(siteToCheck(table, more)).map(({ message }) => message) ?? []
