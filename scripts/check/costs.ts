import { budgets, UNSHAKEN_COMMON } from './budgets.ts'

/** Of a file, in bytes. */
export interface Size {
  raw: number
  /** With brotli, where that is smaller. */
  br: number
}

/** What a first visit to a page costs. */
export interface Cost extends Record<keyof typeof budgets, Size> {
  path: string
  /** Whether it is one of shared/content/. */
  isContent: boolean
  /** The URL of the picture with the most bytes. */
  heaviest?: string | undefined
  /** The packages that the page's own files import, each with the file. */
  imports: readonly string[]
}

/**
 * One line for each figure that is over its budget, with the pages and with what may have caused it: `imports` are the
 * packages that files of shared/ import. `shaken` is false where a file of React was left as it is.
 */
export function overBudget(
  pages: readonly Cost[],
  { shaken, imports }: { shaken: boolean; imports: readonly string[] },
): string[] {
  const limits = { ...budgets, ...(!shaken && { common: UNSHAKEN_COMMON }) }
  const named = (packages: readonly string[]) =>
    packages.length > 0 ? `. It includes ${packages.join(', ')}` : ''
  const causes: Record<keyof typeof budgets, (page: Cost) => string> = {
    html: () => '',
    common: () => named(imports),
    script: page => named(page.imports),
    pictures: ({ heaviest }) => `. The largest is ${heaviest}`,
  }
  const problems = pages.flatMap(page =>
    Object.entries(limits).flatMap(([name, limit]) => {
      const figure = name as keyof typeof budgets
      const { br } = page[figure]
      // A text may be as long as its author likes.
      if (br <= limit || (figure === 'html' && page.isContent)) return []
      const over = `${br - limit} over the budget of ${limit} in scripts/check/budgets.ts`
      return { path: page.path, text: `${br} bytes of ${figure}, ${over}${causes[figure](page)}` }
    }),
  )
  return [...Map.groupBy(problems, ({ text }) => text)].map(([text, those]) => {
    const paths = those.slice(0, MOST_NAMED).map(({ path }) => path)
    const others = those.length - paths.length
    return `${paths.join(', ')}${others > 0 ? ` and ${others} more` : ''}: ${text}`
  })
}

/** So many pages are named that have the same problem. */
const MOST_NAMED = 5

/** The pictures of the site that a phone loads on a first visit to a page. */
export const picturesOf = (html: string): string[] =>
  (html.match(/<picture>.*?<\/picture>|<img [^>]*>|(?<= poster=)"[^"]*"/gs) ?? [])
    .map(chosen)
    .filter(url => url.startsWith('/'))

/** In CSS pixels; a usual Android phone. */
const PHONE = { width: 412, pixelRatio: 2.625 }

/** Which file of a picture the phone loads: of the first format, the smallest that fills its screen. */
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
