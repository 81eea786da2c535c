import { budgets } from '../check/budgets.ts'
import type { Cost, Size } from '../check/costs.ts'

/** Of a site with more pages, the largest are shown. */
const MOST_LINES = 20

/** Prints what a first visit to each page costs, in bytes; `br` is with brotli. `css` is the style's share of the HTML. */
export function printCosts(pages: readonly Cost[], css: Size): void {
  const shown =
    pages.length > MOST_LINES ? pages.toSorted((a, b) => b.html.br - a.html.br).slice(0, MOST_LINES) : pages
  const line = ({ html, common, script, pictures }: Record<keyof typeof budgets, Size>) => ({
    HTML: html.raw,
    'HTML br': html.br,
    'of it CSS': css.raw,
    'CSS br': css.br,
    JS: common.raw + script.raw,
    'JS br': common.br + script.br,
    pictures: pictures.raw,
  })
  console.table(Object.fromEntries(shown.map(page => [page.path, line(page)])))
  const sum = pages.reduce((sum, { html }) => sum + html.br, 0)
  console.log(
    `${pages.length} pages in dist/, ${sum} bytes of HTML with brotli. The budgets with brotli: HTML ${budgets.html}, common JS ${budgets.common}, own JS ${budgets.script}, pictures ${budgets.pictures}.`,
  )
}
