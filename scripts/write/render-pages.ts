import { join } from 'node:path'
import { dataFileOf, htmlFile } from '../../server/built-files.ts'
import { UserError } from '../../server/errors.ts'
import { sizeWarning } from '../../server/limits/page-size.ts'
import { pageScriptOf } from '../../server/manifest.ts'
import { type CrawlerFields, isListed } from '../../server/metadata/listing.ts'
import type { LoadedPage } from '../../server/render/page-loader.ts'
import {
  hasScript,
  type LanguageVersion,
  languageOf,
  type Match,
  type Row,
  type Table,
} from '../../shared/page-table.ts'
import type { OwnerData } from '../bundle/read-table.ts'
import { inBatches } from '../lib/batches.ts'
import { reasonOf } from '../lib/explain-error.ts'
import { type Cost, namesOf, overBudget, type Size } from '../problems/costs.ts'
import { deadButtons } from '../problems/dead-buttons.ts'
import { fieldProblems, headProblems } from '../problems/head-checks.ts'
import { type Element, elementsOfPage } from '../problems/html.ts'
import type { LinkTargets } from '../problems/link-checks.ts'
import { createCheck } from '../problems/page-checks.ts'
import { hasStuckTable } from '../problems/stuck-tables.ts'
import { fieldInTable } from '../problems/table-checks.ts'
import type { SitePages } from './compose-pages.ts'
import { best, fast, writeCompressed } from './compressed-files.ts'
import type { BuildResult } from './write-build.ts'

/** A site of more pages than this is compressed fast. */
const MANY_PAGES = 100

/** For each page: its source of data may be slow. */
const PRERENDER_TIMEOUT_MS = 30_000

/** What is read of a build. */
interface BuiltPages extends Pick<BuildResult, 'manifest' | 'table' | 'sizes' | 'packages' | 'lazyScripts'> {
  owner: Pick<OwnerData, 'budgets'>
}

/** What loads and renders the pages. */
type Rendering = Pick<SitePages, 'renderer' | 'pageLoader' | 'placeInSite'>

interface WriteOptions {
  /** The addresses of the pages. */
  paths: readonly string[]
  origin: string
  /** What the links of the pages are checked against. */
  targets: LinkTargets
  /** Where the pages are written, if they are. */
  dist?: string
  /** What is known to be wrong already. */
  problems?: readonly string[]
}

/** A page as it was rendered, or why it was not. */
type Rendered = RenderedPage | { failure: string }

interface RenderedPage {
  html: Buffer
  /** What it says to crawlers. Undefined of a page 404. */
  fields: CrawlerFields | undefined
  /** What it shows, where it has a loader. */
  loaded?: LoadedPage
}

interface PagesReport {
  /** What the pages cost that were written. */
  costs: Cost[]
  /** Those that search engines may list, by what their loaders say, too. */
  listed: LanguageVersion[]
}

/** What is found while the pages are rendered, and told when all of them are. */
interface Findings extends PagesReport {
  problems: string[]
  /** The rows whose loaders read a query. */
  queried: Set<Row>
  /** The pages with a button that nothing answers, by that. */
  deadButtons: Map<string, string[]>
  /** The pages with a table that can't be scrolled by keyboard. */
  stuckTables: string[]
  /** What the loaders say in the heads of their pages, by path. */
  loadedHeads: Map<string, CrawlerFields & { title: string; homePath: string }>
}

/**
 * Renders and checks each page once, a batch of them at a time, and writes it to `dist` if that is given. Rejects with a
 * UserError that names every problem.
 */
export async function renderPages(
  built: BuiltPages,
  rendering: Rendering,
  { paths, origin, targets, dist, problems: known = [] }: WriteOptions,
): Promise<PagesReport> {
  const { table, owner, packages } = built
  const findings: Findings = {
    problems: [...known],
    costs: [],
    listed: [],
    queried: new Set(),
    deadButtons: new Map(),
    stuckTables: [],
    loadedHeads: new Map(),
  }
  const { problems, costs, listed } = findings
  const render = createRender(built, rendering, origin, findings.queried)
  const compress = paths.length > MANY_PAGES ? fast : best
  const check = createCheck(targets)

  const renderAndWrite = async (path: string) => {
    const rendered = await render(path)
    if ('failure' in rendered || !dist) return { path, rendered }
    const html = await writeCompressed(join(dist, htmlFile(path)), rendered.html, compress)
    const { loaded } = rendered
    const data =
      loaded && (await writeCompressed(join(dist, dataFileOf(path)), Buffer.from(loaded.json), compress))
    return { path, rendered, cost: costOf(path, html, data, built) }
  }
  for await (const { path, rendered, cost } of inBatches(
    [...paths, ...table.notFoundPaths],
    renderAndWrite,
  )) {
    if ('failure' in rendered) problems.push(`${path}: ${rendered.failure}`)
    else {
      const elements = elementsOfPage(rendered.html.toString())
      check.add(path, elements)
      collect(findings, { path, rendered, elements }, table, origin)
    }
    if (cost) costs.push(cost)
  }
  for (const warning of warningsOf(findings, targets)) console.warn(`WARNING: ${warning}`)
  problems.push(...check.problems(), ...overBudget(costs, owner.budgets, packages))
  if (problems.length > 0) throw new UserError(problems.join('\n'))
  return { costs, listed }
}

interface CheckedPage {
  path: string
  rendered: RenderedPage
  elements: readonly Element[]
}

function collect(findings: Findings, page: CheckedPage, table: Table, origin: string): void {
  const { path, rendered, elements } = page
  const { html, fields, loaded } = rendered
  const row = table.match(path)?.row // The page 404 has none.
  if (row && fields && isListed(path, fields, origin)) findings.listed.push({ row, path })
  if (loaded) {
    const { head, json } = loaded
    const { homePath } = languageOf(head, table.languages)
    findings.loadedHeads.set(path, { ...loaded.fields, title: loaded.fields.heading, homePath })
    // At once, as the server warns of it.
    const warning = sizeWarning(path, html.length, Buffer.byteLength(json))
    if (warning) console.warn(`WARNING: ${warning}`)
  }
  if (hasStuckTable(elements)) findings.stuckTables.push(path)
  if (!hasScript(row))
    for (const button of new Set(deadButtons(elements)))
      findings.deadButtons.getOrInsertComputed(button, () => []).push(path)
}

const warningsOf = (
  { queried, deadButtons: dead, stuckTables, loadedHeads }: Findings,
  targets: LinkTargets,
): string[] => [
  ...Array.from(
    queried,
    ({ id, revalidate }) =>
      `${fieldInTable(id, 'loader')} reads url.searchParams, ${
        revalidate
          ? 'which are empty with revalidate: one load is for every query.'
          : 'and in dist/ one file serves every query: with prerender: false our own server renders each.'
      }`,
  ),
  ...Array.from(
    dead,
    ([button, paths]) =>
      `${namesOf(paths)}: nothing answers ${button}, because the page is sent without a script.`,
  ),
  ...(stuckTables.length > 0
    ? [
        `${namesOf(stuckTables)}: a <table> in the text can't be scrolled by keyboard: write <ProseTable> of shared/ui/prose-table.tsx for it.`,
      ]
    : []),
  ...headProblems(loadedHeads),
  ...fieldProblems(loadedHeads, targets),
]

/** Adds to `queried` the rows whose loaders read a query. */
function createRender(
  { table }: BuiltPages,
  { renderer, pageLoader, placeInSite }: Rendering,
  origin: string,
  queried: Set<Row>,
) {
  async function renderLoaded(match: Match, path: string, signal: AbortSignal): Promise<Rendered> {
    const url = new URL(path, origin)
    const { searchParams } = url
    const get = () => {
      queried.add(match.row)
      return searchParams
    }
    const outcome = await pageLoader.load(match, Object.defineProperty(url, 'searchParams', { get }), signal)
    if (outcome.kind === 'notFound') return { failure: 'its loader has found no page' }
    if (outcome.kind === 'redirect')
      return {
        failure: `its loader redirects to ${outcome.to}: a static host cannot, so write prerender: false`,
      }
    if (outcome.status !== 200)
      return {
        failure: `its loader gives the status ${outcome.status}: a static host cannot, so write prerender: false`,
      }
    const { fields } = outcome
    return { html: await renderer.renderLoaded(outcome, signal), fields, loaded: outcome }
  }

  return async (path: string): Promise<Rendered> => {
    const signal = AbortSignal.timeout(PRERENDER_TIMEOUT_MS)
    try {
      const match = table.match(path)
      if (match?.row.loader) return await renderLoaded(match, path, signal)
      const page = renderer.staticAt(path) ?? renderer.notFoundIn(table.languageAt(path))
      return { html: await page.render(signal), fields: match?.row }
    } catch (error) {
      // What is wrong with a loader's result says the path itself.
      const reason = reasonOf(error).replace(`${path}: `, '')
      return { failure: [placeInSite(error) ?? [], reason].flat().join(': ') }
    }
  }
}

function costOf(
  path: string,
  html: Size,
  data: Size | undefined,
  { manifest, table, sizes, lazyScripts }: BuiltPages,
): Cost {
  const row = table.match(path)?.row
  const script = pageScriptOf(manifest, row)
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
    row,
    html,
    data: data?.raw ?? 0,
    common: total(script ? manifest.scripts : []),
    script: total(script ?? []),
    lazy: total(script ? lazyScripts(script) : []),
    files: script ? { common: manifest.scripts, script } : {},
  }
}
