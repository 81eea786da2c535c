import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Assets, readAssets } from '../server/assets.ts'
import { NOWHERE, paths } from '../server/paths.ts'
import { type Render, renderPage } from '../server/render.tsx'
import { createSiteRenderer } from '../server/site.tsx'
import { compress } from '../server/static/compress.ts'
import { site } from '../shared/site.ts'
import { budgets, type Figure } from './budgets.ts'
import { table } from './table.ts'

/** In bytes. */
interface Size {
  raw: number
  br: number
}

/** What a first visit to a page costs. */
export interface Cost extends Record<Exclude<Figure, 'requests'>, Size> {
  path: string
  requests: number
}

/** Measures every page of a built site; build.ts bundles this, so that it renders as production does. */
export async function costs(build: string): Promise<Cost[]> {
  const assets = readAssets(build)
  const render = createSiteRenderer(assets, site.origin)
  return Promise.all([...paths, NOWHERE].map(path => costOf(path, { render, assets, build })))
}

async function costOf(
  path: string,
  { render, assets, build }: { render: Render; assets: Assets; build: string },
): Promise<Cost> {
  const html = await renderPage(render, path)
  const visited = html.toString().replace(/<link[^>]+rel="(manifest|apple-touch-icon)"[^>]*>/g, '') // For who installs it.
  const named = new Set(visited.match(/(?<=["'(])\/[\w./-]+\.\w+(?=["')])/g))
  const files = [...named].map(url => ({ url, ...sizeOnDisk(join(build, 'public', url)) }))
  const total = (suffix: string) => {
    const wanted = files.filter(({ url }) => url.endsWith(suffix))
    return { raw: sum(wanted.map(({ raw }) => raw)), br: sum(wanted.map(({ br }) => br)) }
  }
  return {
    path,
    html: await sizeOf('page.html', html),
    css: await sizeOf('style.css', Buffer.from(assets.style)),
    script: total('.js'),
    fonts: total('.woff2'),
    requests: 2 + files.length, // The page, and the speculation rules that its headers name.
  }
}

async function sizeOf(name: string, body: Buffer): Promise<Size> {
  const { br = body } = await compress(name, body)
  return { raw: body.length, br: br.length }
}

function sizeOnDisk(file: string): Size {
  const raw = readFileSync(file).length
  try {
    return { raw, br: readFileSync(`${file}.br`).length }
  } catch {
    return { raw, br: raw }
  }
}

const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0)

const bytes = ({ raw, br }: Size) => `${raw} → ${br}`

/** The costs as a table, the budgets last. */
export const costTable = (pages: Cost[]) =>
  table(
    ['first visit, bytes', 'HTML → brotli', 'of it CSS', 'script', 'fonts', 'requests'],
    [
      ...pages.map(({ path, html, css, script, fonts, requests }) => [
        path,
        ...[html, css, script, fonts].map(bytes),
        String(requests),
      ]),
      ['budget', ...Object.values(budgets).map(String)],
    ],
  )

/** One line for each figure of a page that is over its budget. */
export const overBudget = (pages: Cost[]): string[] =>
  pages.flatMap(page =>
    (Object.keys(budgets) as Figure[]).flatMap(figure => {
      const cost = page[figure]
      const spent = typeof cost === 'number' ? cost : cost.br
      const unit = typeof cost === 'number' ? '' : ' bytes'
      return spent > budgets[figure]
        ? [
            `${page.path}: ${figure} costs ${spent}${unit}, ${spent - budgets[figure]} over its budget of ${budgets[figure]}`,
          ]
        : []
    }),
  )
