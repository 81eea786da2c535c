import { join } from 'node:path'
import type { PrerenderedPage } from '../../joints.ts'
import { htmlFile } from '../../server/lib/built-files.ts'
import { UserError } from '../../server/lib/errors.ts'
import { pageScriptOf } from '../../server/lib/manifest.ts'
import { type CrawlerFields, isIndexable } from '../../server/metadata/listing.ts'
import { hasScript, languageOf, type Match, type PageAt, type RouteTable } from '../../shared/route-table.ts'
import type { SiteData } from '../bundle/read-table.ts'
import { inBatches } from '../lib/batches.ts'
import { reasonOf } from '../lib/explain-error.ts'
import { type Cost, namesOf, overBudget, type Size } from '../problems/costs.ts'
import { deadButtons } from '../problems/dead-buttons.ts'
import { headProblems, loadedFieldProblems } from '../problems/head-checks.ts'
import { type Element, elementsOfPage } from '../problems/html.ts'
import type { LinkTargets } from '../problems/link-checks.ts'
import { createCheck } from '../problems/page-checks.ts'
import { hasStuckTable } from '../problems/stuck-tables.ts'
import type { SitePages } from './compose-pages.ts'
import { best, fast, writeCompressed } from './compressed-files.ts'
import type { BuildResult } from './write-build.ts'

/** A site of more pages than this is compressed fast. */
const MANY_PAGES = 100

/** For each page: its source of data may be slow. */
const PRERENDER_TIMEOUT_MS = 30_000

/** What is read of a build. */
interface BuiltPages
  extends Pick<BuildResult, 'manifest' | 'table' | 'sizes' | 'packages' | 'lazyScripts' | 'buildFeatures'> {
  site: Pick<SiteData, 'budgets'>
}

/** What loads and renders the pages. */
type Rendering = Pick<SitePages, 'renderer' | 'prerenderers' | 'placeInSite'>

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
  /** The same with its other files, where a feature has rendered it. */
  dynamic?: PrerenderedPage
}

interface PagesReport {
  /** What the pages cost that were written. */
  costs: Cost[]
  /** Those that search engines may list. */
  listed: PageAt[]
}

/** What is found while the pages are rendered, and told when all of them are. */
interface Findings extends PagesReport {
  problems: string[]
  /** What features warn of. */
  warnings: Set<string>
  /** The pages with a button that nothing answers, by that. */
  deadButtons: Map<string, string[]>
  /** The pages with a table that can't be scrolled by keyboard. */
  stuckTables: string[]
  /** What the heads of dynamic pages say, by path. */
  dynamicHeads: Map<string, CrawlerFields & { title: string; homePath: string }>
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
  const { table, site, packages } = built
  const findings: Findings = {
    problems: [...known],
    costs: [],
    listed: [],
    warnings: new Set(),
    deadButtons: new Map(),
    stuckTables: [],
    dynamicHeads: new Map(),
  }
  const { problems, costs, listed } = findings
  const render = createRender(built, rendering)
  const compress = paths.length > MANY_PAGES ? fast : best
  const check = createCheck(targets)

  const renderAndWrite = async (path: string) => {
    const rendered = await render(path)
    if ('failure' in rendered || !dist) return { path, rendered }
    const html = await writeCompressed(join(dist, htmlFile(path)), rendered.html, compress)
    const files = Object.entries(rendered.dynamic?.files ?? {})
    const others = await Promise.all(
      files.map(([name, body]) => writeCompressed(join(dist, name), body, compress)),
    )
    return { path, rendered, cost: costOf(path, html, others, built) }
  }
  for await (const { path, rendered, cost } of inBatches(
    [...paths, ...table.notFoundPaths],
    renderAndWrite,
  )) {
    if ('failure' in rendered) problems.push(`${path}: ${rendered.failure}`)
    else {
      const elements = elementsOfPage(rendered.html.toString())
      await check.add(path, elements)
      collect(findings, { path, rendered, elements }, table, origin)
    }
    if (cost) costs.push(cost)
  }
  for (const warning of warningsOf(findings, targets, built)) console.warn(`WARNING: ${warning}`)
  problems.push(...check.problems(), ...overBudget(costs, site.budgets, packages))
  if (problems.length > 0) throw new UserError(problems.join('\n'))
  return { costs, listed }
}

interface CheckedPage {
  path: string
  rendered: RenderedPage
  elements: readonly Element[]
}

function collect(findings: Findings, page: CheckedPage, table: RouteTable, origin: string): void {
  const { path, rendered, elements } = page
  const { fields, dynamic } = rendered
  const route = table.match(path)?.route // The page 404 has none.
  if (route && fields && isIndexable(path, fields, origin)) findings.listed.push({ route, path })
  if (dynamic) {
    const { homePath } = languageOf(dynamic.head, table.languages)
    findings.dynamicHeads.set(path, { ...dynamic.fields, title: dynamic.fields.heading, homePath })
    for (const warning of dynamic.warnings) findings.warnings.add(warning)
  }
  if (hasStuckTable(elements)) findings.stuckTables.push(path)
  if (!hasScript(route))
    for (const button of new Set(deadButtons(elements)))
      findings.deadButtons.getOrInsertComputed(button, () => []).push(path)
}

const warningsOf = (
  { warnings, deadButtons: dead, stuckTables, dynamicHeads }: Findings,
  targets: LinkTargets,
  { buildFeatures }: Pick<BuiltPages, 'buildFeatures'>,
): string[] => [
  ...warnings,
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
  ...headProblems(dynamicHeads),
  ...loadedFieldProblems(dynamicHeads, targets, buildFeatures),
]

function createRender({ table }: BuiltPages, { renderer, prerenderers, placeInSite }: Rendering) {
  async function renderDynamic(match: Match, path: string, signal: AbortSignal): Promise<Rendered> {
    for (const prerenderer of prerenderers) {
      const page = await prerenderer.render(match, path, signal)
      if (page) return 'failure' in page ? page : { html: page.html, fields: page.fields, dynamic: page }
    }
    throw new Error('no feature renders it')
  }

  return async (path: string): Promise<Rendered> => {
    const signal = AbortSignal.timeout(PRERENDER_TIMEOUT_MS)
    try {
      const match = table.match(path)
      if (match?.route.isDynamic) return await renderDynamic(match, path, signal)
      const page = renderer.staticAt(path) ?? renderer.notFoundIn(table.languageAt(path))
      return { html: await page.render(signal), fields: match?.route }
    } catch (error) {
      // Some messages begin with the path themselves.
      const reason = reasonOf(error).replace(`${path}: `, '')
      return { failure: [placeInSite(error) ?? [], reason].flat().join(': ') }
    }
  }
}

function costOf(
  path: string,
  html: Size,
  others: readonly Size[],
  { manifest, table, sizes, lazyScripts }: BuiltPages,
): Cost {
  const route = table.match(path)?.route
  const script = pageScriptOf(manifest, route)
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
    route,
    html,
    data: others.reduce((bytes, { raw }) => bytes + raw, 0),
    common: total(script ? manifest.scripts : []),
    script: total(script ?? []),
    lazy: total(script ? lazyScripts(script) : []),
    files: script ? { common: manifest.scripts, script } : {},
  }
}
