import type { BuildFeature } from '../../extension-points.ts'
import { redirectPages } from './redirect-pages.ts'
import { redirectProblems } from './redirect-problems.ts'
import './site.ts'

/** Redirects the old paths of a page to the page. */
export const redirects: BuildFeature = {
  redirects: ({ redirectFrom = [] }) =>
    redirectFrom.map((from, i) => ({ from, field: `redirectFrom[${i}]` })),
  frontMatterFields: { redirectFrom: { read: readPaths, wanted: 'a list of paths', example: '[/old-note]' } },
  problems: redirectProblems,
  hostFiles: redirectPages,
}

function readPaths(value: unknown): string[] | undefined {
  const isPath = (item: unknown) => typeof item === 'string' && item.trim() !== ''
  return Array.isArray(value) && value.every(isPath) ? value : undefined
}
