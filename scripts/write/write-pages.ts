import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isContent } from '../../server/content-folders.ts'
import { UserError } from '../../server/errors.ts'
import { fileOf, NOWHERE } from '../../server/paths.ts'
import type { Row } from '../../shared/page-table.ts'
import { captionsOf } from '../build/pictures.ts'
import { type Cost, overBudget, picturesOf, type Size } from '../check/costs.ts'
import { createCheck, withoutCaptions } from '../check/page-checks.ts'
import { inBatches } from './batches.ts'
import { best, fast, writeCompressed } from './compress.ts'
import type { Built } from './write-build.ts'

/** A site of more pages than this is compressed fast. */
const MANY_PAGES = 100

/**
 * Renders and checks each page once, a batch of them at a time, and writes it to `dist` if that is given. Resolves to the
 * costs of what was written. Rejects with a UserError that names every problem.
 */
export async function writePages(
  built: Built,
  { rows, origin, dist }: { rows: readonly Row[]; origin: string; dist?: string },
): Promise<Cost[]> {
  const render = await loadRenderer(built, origin)
  const compress = rows.length > MANY_PAGES ? fast : best
  const check = createCheck(built)
  const problems: string[] = []
  const costs: Cost[] = []

  const work = async (path: string) => {
    try {
      const body = await render(path)
      const size = dist && (await writeCompressed(join(dist, fileOf(path)), body, compress))
      return { path, html: body.toString(), size }
    } catch (error) {
      return { path, failure: reasonOf(error) }
    }
  }
  const paths = [...rows.map(({ path }) => path), NOWHERE]
  for await (const { path, html, size, failure } of inBatches(paths, work)) {
    if (html === undefined) problems.push(`${path}: ${failure}`)
    else check.add(path, html)
    for (const video of withoutCaptions(html ?? ''))
      console.warn(
        `WARNING: ${path}: the video ${video} has no captions: put ${captionsOf(video)} beside it.`,
      )
    if (size) costs.push(costOf(path, html, size, built))
  }
  problems.push(...check.problems(), ...overBudget(costs, built.warnings.length === 0))
  if (problems.length > 0) throw new UserError(problems.join('\n'))
  return costs
}

/** In milliseconds, for each page: its source of data may be slow. */
const PATIENCE = 30_000

/** The server that was built knows the pages with their pictures, and does nothing until it is started. */
async function loadRenderer({ folder, assets, table, bodies }: Built, origin: string) {
  const { createRenderer, createSitePages }: typeof import('../../server/start.ts') = await import(
    pathToFileURL(join(folder, 'start.js')).href
  )
  const body = async (id: string) => bodies.get(id) ?? ''
  const render = createRenderer({ origin, menus: table.menus })
  const pages = await createSitePages({ table, assets, origin, body, render })
  return async (path: string): Promise<Buffer> => {
    const page = pages.at(path) ?? pages.notFound
    const signal = AbortSignal.timeout(PATIENCE)
    return page.render({ url: new URL(path, origin), signal })
  }
}

/** Why a page cannot be rendered, in one line: what was thrown, and its first cause, with the address if that is known. */
function reasonOf(error: unknown): string {
  let cause = Object(error)
  while (cause.cause ?? cause.errors?.[0]) cause = cause.cause ?? cause.errors[0]
  const { address, port } = cause
  const texts = [error, cause].map(each => String(Object(each).message ?? each).replaceAll('\n', ' '))
  if (address && !texts.at(-1)?.includes(address)) texts.push(`${address}:${port}`)
  return [...new Set(texts)].join(': ')
}

function costOf(path: string, html: string, size: Size, { assets, table, sizes, packages }: Built): Cost {
  const row = table.at(path)
  const id = row?.id ?? 'notFound'
  const isClient = row?.server !== true
  const sum = (urls: readonly string[] = []): Size => {
    const all = urls.map(url => sizes.get(url) ?? { raw: 0, br: 0 })
    return { raw: all.reduce((sum, { raw }) => sum + raw, 0), br: all.reduce((sum, { br }) => sum + br, 0) }
  }
  const pictures = [...new Set(picturesOf(html))].toSorted((a, b) => sum([b]).br - sum([a]).br)
  return {
    path,
    isContent: row !== undefined && isContent(row),
    html: size,
    common: sum(isClient ? assets.scripts : []),
    script: sum(isClient ? assets.pageScripts[id] : []),
    pictures: sum(pictures),
    includes: {
      pictures: pictures.slice(0, 1),
      ...(isClient && { common: packages(), script: packages(id) }),
    },
  }
}
