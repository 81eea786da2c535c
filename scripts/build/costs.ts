import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type Assets, readAssets } from '../../server/assets.ts'
import { NOWHERE, paths } from '../../server/paths.ts'
import { type Render, renderPage } from '../../server/render.tsx'
import { site } from '../../shared/site.ts'
import { type Size, sizeOf } from '../prerender/compress.ts'
import { PageFault } from '../prerender/page-checks.ts'
import { budgets, type Figure } from './budgets.ts'
import { cached, KEPT_PAGES } from './cache.ts'
import { table } from './columns.ts'
import { lettersOutside } from './letters.ts'

/** What a first visit to a page costs. */
export interface Cost extends Record<Exclude<Figure, 'requests'>, Size> {
  path: string
  requests: number
  /** The URL of the picture with the most bytes. */
  heaviest?: string
  lettersOutside: string[]
}

/** The server that was built. Its renderer knows the pages and their pictures; nothing acts until `start` is called. */
export const loadBundle = (build: string): Promise<typeof import('../../server/start.ts')> =>
  import(join(build, 'start.js'))

/** Measures every page of a built site. */
export async function costs(build: string): Promise<Cost[]> {
  const assets = readAssets(build)
  const { createSiteRenderer } = await loadBundle(build)
  const render = createSiteRenderer(assets, site.origin)
  return Promise.all([...paths, NOWHERE].map(path => costOf(path, { render, assets, build })))
}

async function costOf(
  path: string,
  { render, assets, build }: { render: Render; assets: Assets; build: string },
): Promise<Cost> {
  const page = await renderPage(render, path)
  const html = page.toString()
  const { pictures, files } = requested(html)
  const sizes = new Map([...pictures, ...files].map(url => [url, sizeOnDisk(join(build, 'public', url))]))
  for (const [url, size] of sizes) if (!size) throw new PageFault(`${path}: there is no file ${url}`)
  const size = (urls: string[]) => {
    const all = urls.map(url => sizes.get(url) ?? { raw: 0, br: 0 })
    return { raw: sum(all.map(({ raw }) => raw)), br: sum(all.map(({ br }) => br)) }
  }
  const named = (suffix: string) => files.filter(url => url.endsWith(suffix))
  const scripts = size(named('.js'))
  const [heaviest = ''] = pictures.toSorted((a, b) => (sizes.get(b)?.br ?? 0) - (sizes.get(a)?.br ?? 0))
  return {
    path,
    html: await sizeOf(page, paths.length > KEPT_PAGES ? undefined : cached),
    css: await sizeOf(Buffer.from(stylesOf(html)), cached),
    libraries: { raw: scripts.raw - assets.ownScript.raw, br: scripts.br - assets.ownScript.br },
    script: assets.ownScript,
    fonts: size(named('.woff2')),
    pictures: size(pictures),
    heaviest,
    lettersOutside: lettersOutside(assets.style, html),
    requests: 2 + files.length, // The page, and the speculation rules that its headers name.
  }
}

/** The inline styles of a page. */
const stylesOf = (html: string) =>
  [...html.matchAll(/<style\b[^>]*>(.*?)<\/style>/gs)].map(([, style]) => style).join('')

/** The files of the site that a phone asks for on a first visit to a page. Icons of an installed site are not among them. */
export function requested(html: string): { pictures: string[]; files: string[] } {
  const shown = html.match(/<picture>.*?<\/picture>|<img [^>]*>|(?<= poster=)"[^"]*"/gs) ?? []
  const rest = html
    .replace(/<link[^>]+rel="(manifest|apple-touch-icon)"[^>]*>/g, '')
    .replace(/<(a|img|source|video)\b[^>]*>/g, '')
  const named = new Set(rest.match(/(?<=["'(])\/[\w./-]+\.\w+(?=["')])/g))
  const inStyle = [...named].filter(url => /\.(jpg|png|webp|avif)$/.test(url))
  const pictures = new Set([...shown.map(chosen).filter(url => url.startsWith('/')), ...inStyle])
  return { pictures: [...pictures], files: [...named].filter(url => !inStyle.includes(url)) }
}

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

/** The costs as a table, the budgets last. */
export const costTable = (pages: Cost[]) =>
  table([
    ...pages.map(({ path, html, css, libraries, script, fonts, pictures, requests }) => ({
      'first visit': path,
      'HTML → brotli': bytes(html),
      'of it CSS': bytes(css),
      libraries: bytes(libraries),
      script: bytes(script),
      fonts: bytes(fonts),
      pictures: pictures.br,
      requests,
    })),
    { 'first visit': 'budget', 'HTML → brotli': budgets.html, 'of it CSS': budgets.css, ...budgets },
  ])

/** One line for each figure that is over its budget, with the page. What every page has in common is told once. */
export function overBudget(pages: Cost[]): string[] {
  const faults = new Map<string, string[]>()
  for (const page of pages) {
    for (const [figure, budget] of Object.entries(budgets) as [Figure, number][]) {
      const cost = page[figure]
      const [spent, unit] = typeof cost === 'number' ? [cost, ''] : [cost.br, 'bytes of ']
      if (spent <= budget) continue
      const heaviest = figure === 'pictures' ? `; the heaviest is ${page.heaviest}` : ''
      const over = `${spent - budget} over the budget of ${budget} in scripts/build/budgets.ts`
      const fault = `${spent} ${unit}${figure}, ${over}${heaviest}`
      faults.set(fault, [...(faults.get(fault) ?? []), page.path])
    }
  }
  return [...faults].map(
    ([fault, paths]) =>
      `${paths.length > 1 && paths.length === pages.length ? 'every page' : paths.join(', ')}: ${fault}`,
  )
}
