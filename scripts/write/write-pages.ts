import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { NOT_FOUND_PATH } from '../../server/constants.ts'
import { UserError } from '../../server/errors.ts'
import { isContent } from '../../server/pages/content-folders.ts'
import { fileOf } from '../../server/paths.ts'
import type { Row } from '../../shared/page-table.ts'
import { type Cost, overBudget, type Size } from '../check/costs.ts'
import { createCheck } from '../check/page-checks.ts'
import { inBatches } from '../lib/batches.ts'
import { reasonOf } from '../lib/explain-error.ts'
import { best, fast, writeCompressed } from './compress.ts'
import type { Built } from './write-build.ts'

/** A site of more pages than this is compressed fast. */
const MANY_PAGES = 100

interface WriteOptions {
  rows: readonly Row[]
  origin: string
  /** Where the pages are written, if they are. */
  dist?: string
}

/**
 * Renders and checks each page once, a batch of them at a time, and writes it to `dist` if that is given. Resolves to the
 * costs of what was written. Rejects with a UserError that names every problem.
 */
export async function writePages(built: Built, { rows, origin, dist }: WriteOptions): Promise<Cost[]> {
  const render = await loadRenderer(built, origin)
  const compress = rows.length > MANY_PAGES ? fast : best
  const check = createCheck(built.targets)
  const problems: string[] = []
  const costs: Cost[] = []

  const renderAndWrite = async (path: string) => {
    try {
      const body = await render(path)
      const size = dist && (await writeCompressed(join(dist, fileOf(path)), body, compress))
      return { path, html: body.toString(), size }
    } catch (error) {
      return { path, failure: reasonOf(error) }
    }
  }
  const paths = [...rows.map(({ path }) => path), NOT_FOUND_PATH]
  for await (const { path, html, size, failure } of inBatches(paths, renderAndWrite)) {
    if (html === undefined) problems.push(`${path}: ${failure}`)
    else check.add(path, html)
    if (size) costs.push(costOf(path, size, built))
  }
  problems.push(...check.problems(), ...overBudget(costs, built.owner.budgets))
  if (problems.length > 0) throw new UserError(problems.join('\n'))
  return costs
}

/** In milliseconds, for each page: its source of data may be slow. */
const RENDER_TIMEOUT = 30_000

/** The server that was built knows the pages with their pictures, and does nothing until it is started. */
async function loadRenderer({ folder, manifest, bodies }: Built, origin: string) {
  const { composePages }: typeof import('../../server/exports.ts') = await import(
    pathToFileURL(join(folder, 'start.js')).href
  )
  const readBody = async (id: string) => bodies.get(id) ?? ''
  const pages = await composePages({ manifest, origin, readBody })
  return async (path: string): Promise<Buffer> => {
    const page = pages.at(path) ?? pages.notFound
    const signal = AbortSignal.timeout(RENDER_TIMEOUT)
    return page.render({ url: new URL(path, origin), signal })
  }
}

function costOf(path: string, html: Size, { manifest, table, sizes, packages }: Built): Cost {
  const row = table.at(path)
  const id = row?.id ?? 'notFound'
  const hasScript = row?.server !== true
  const total = (urls: readonly string[]): Size => {
    const size: Size = { raw: 0, br: 0 }
    for (const url of urls) {
      size.raw += sizes.get(url)?.raw ?? 0
      size.br += sizes.get(url)?.br ?? 0
    }
    return size
  }
  return {
    path,
    isContent: row !== undefined && isContent(row),
    html,
    common: total(hasScript ? manifest.scripts : []),
    script: total((hasScript && manifest.pageScripts[id]) || []),
    includes: hasScript ? { common: packages(), script: packages(id) } : {},
  }
}
