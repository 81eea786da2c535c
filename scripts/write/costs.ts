import { statSync } from 'node:fs'
import { join } from 'node:path'
import { isContent } from '../../server/content-folders.ts'
import { UserError } from '../../server/errors.ts'
import { company } from '../../shared/company.ts'
import { cached } from '../build/cache.ts'
import { budgets, type Figure } from '../check/budgets.ts'
import { inGroups } from './batches.ts'
import { type BuiltSite, loadBuiltSite } from './built-site.ts'
import { columns } from './columns.ts'
import { MANY_PAGES, type Size, sizeOf } from './compress.ts'
import { lettersOutside } from './warnings.ts'

/** What a first visit to a page costs. */
export interface Cost extends Record<Exclude<Figure, 'requests'>, Size> {
  path: string
  /** Whether it is one of shared/content/. */
  isContent: boolean
  requests: number
  /** The URL of the picture with the most bytes. */
  heaviest?: string
  lettersOutside: string[]
}

/** Measures every page of a built site. */
export async function costs(build: string): Promise<Cost[]> {
  const site = await loadBuiltSite(build, company.origin)
  const pages: Cost[] = []
  for await (const page of inGroups(site.paths, path => costOf(path, { site, build }))) pages.push(page)
  return pages
}

async function costOf(path: string, { site, build }: { site: BuiltSite; build: string }): Promise<Cost> {
  const { assets, table, paths } = site
  const page = await site.render(path)
  const html = page.toString()
  const row = table.at(path)
  const inStyle = filesOf(assets.style)
  const isFont = (url: string) => url.endsWith('.woff2')
  const pictures = [...new Set([...picturesOf(html), ...inStyle.filter(url => !isFont(url))])]
  const fonts = inStyle.filter(isFont)
  const script = row?.server ? [] : (assets.pageScripts[row?.id ?? 'notFound'] ?? [])
  const common = row?.server ? [] : assets.scripts
  const sizes = new Map(
    [...pictures, ...fonts, ...script, ...common].map(url => [url, sizeOnDisk(join(build, 'public', url))]),
  )
  for (const [url, size] of sizes) if (!size) throw new UserError(`${path}: there is no file ${url}`)
  const size = (urls: readonly string[]) => {
    const all = urls.map(url => sizes.get(url) ?? { raw: 0, br: 0 })
    return { raw: sum(all.map(({ raw }) => raw)), br: sum(all.map(({ br }) => br)) }
  }
  const [heaviest = ''] = pictures.toSorted((a, b) => (sizes.get(b)?.br ?? 0) - (sizes.get(a)?.br ?? 0))
  return {
    path,
    isContent: row !== undefined && isContent(row),
    html: await sizeOf(page, { keep: cached, isFast: paths.length > MANY_PAGES }),
    css: await styleSize(stylesOf(html)),
    common: size(common),
    script: size(script),
    fonts: size(fonts),
    pictures: size(pictures),
    heaviest,
    lettersOutside: lettersOutside(assets.style, html),
    requests: 3 + fonts.length + common.length + script.length, // The page, its icon, and the speculation rules.
  }
}

const styleSizes = new Map<string, Promise<Size>>()

/** Of the few styles that there are, each is compressed once. */
function styleSize(style: string): Promise<Size> {
  const size = styleSizes.get(style) ?? sizeOf(Buffer.from(style), { keep: cached })
  styleSizes.set(style, size)
  return size
}

/** The inline styles of a page. */
const stylesOf = (html: string) =>
  [...html.matchAll(/<style\b[^>]*>(.*?)<\/style>/gs)].map(([, style]) => style).join('')

/** The files that a style names. */
export const filesOf = (style: string) =>
  [...style.matchAll(/url\(["']?(\/[^"')]+)/g)].map(([, url = '']) => url)

/** The pictures of the site that a phone loads on a first visit to a page. */
export const picturesOf = (html: string) =>
  (html.match(/<picture>.*?<\/picture>|<img [^>]*>|(?<= poster=)"[^"]*"/gs) ?? [])
    .map(chosen)
    .filter(url => url.startsWith('/'))

/** In CSS pixels; a usual Android phone. */
const PHONE = { width: 412, pixelRatio: 2.625 }

/** Which file of a picture the phone loads: of the first format, the least that fills its screen. */
function chosen(picture: string): string {
  const attribute = (name: string) => new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(picture)?.[1] ?? ''
  const candidates = attribute('srcset')
    .split(', ')
    .map(candidate => candidate.split(' '))
    .map(([url = '', width = '']) => ({ url, width: Number.parseInt(width, 10) }))
  const width = Math.min(PHONE.width, Number(attribute('width') || PHONE.width)) * PHONE.pixelRatio
  return (
    candidates.find(candidate => candidate.width >= width)?.url ||
    candidates.at(-1)?.url ||
    attribute('src') ||
    picture.replaceAll('"', '')
  )
}

function sizeOnDisk(file: string): Size | undefined {
  const raw = statSync(file, { throwIfNoEntry: false })?.size
  return raw === undefined ? raw : { raw, br: statSync(`${file}.br`, { throwIfNoEntry: false })?.size ?? raw }
}

const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0)

const bytes = ({ raw, br }: Size) => `${raw} → ${br}`

/** A site with more pages than this gets a summary instead of a line for each page. */
export const MOST_LINES = 50

/** Of the pages of a large site, how many are shown: those with the most HTML. */
const WORST = 10

/** The costs as a table, the budgets last. */
export function costTable(pages: Cost[]): string {
  if (pages.length <= MOST_LINES) return tableOf(pages)
  const byHtml = pages.toSorted((a, b) => b.html.br - a.html.br)
  const total = sum(pages.map(({ html }) => html.br))
  return `${tableOf(byHtml.slice(0, WORST))}\nThese are the largest of ${pages.length} pages, which have ${Math.round(total / pages.length)} bytes of HTML on average, with brotli.`
}

const tableOf = (pages: Cost[]) =>
  columns([
    ...pages.map(({ path, html, css, common, script, fonts, pictures, requests }) => ({
      'first visit': path,
      'HTML → brotli': bytes(html),
      'of it CSS': bytes(css),
      'common script': bytes(common),
      'own script': bytes(script),
      fonts: bytes(fonts),
      pictures: pictures.br,
      requests,
    })),
    {
      'first visit': 'budget',
      'HTML → brotli': budgets.html,
      'of it CSS': budgets.css,
      'common script': budgets.common,
      'own script': budgets.script,
      ...budgets,
    },
  ])

/** One line for each figure that is over its budget, with the page. What every page has in common is told once. */
export function overBudget(pages: Cost[]): string[] {
  const problems = new Map<string, string[]>()
  for (const page of pages) {
    for (const [figure, budget] of Object.entries(budgets) as [Figure, number][]) {
      const cost = page[figure]
      const [spent, unit] = typeof cost === 'number' ? [cost, ''] : [cost.br, 'bytes of ']
      // A text may be as long as its author likes.
      if (spent <= budget || (figure === 'html' && page.isContent)) continue
      const heaviest = figure === 'pictures' ? `; the heaviest is ${page.heaviest}` : ''
      const over = `${spent - budget} over the budget of ${budget} in scripts/check/budgets.ts`
      const problem = `${spent} ${unit}${figure}, ${over}${heaviest}`
      problems.set(problem, [...(problems.get(problem) ?? []), page.path])
    }
  }
  return [...problems].map(
    ([problem, paths]) =>
      `${paths.length > 1 && paths.length === pages.length ? 'every page' : paths.join(', ')}: ${problem}`,
  )
}
