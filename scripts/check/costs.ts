import { budgets, UNSHAKEN_COMMON } from './budgets.ts'

/** Of a file, in bytes. */
export interface Size {
  raw: number
  /** With brotli, where that is smaller. */
  br: number
}

type Figure = keyof typeof budgets

/** What a first visit to a page costs. */
export interface Cost extends Record<Figure, Size> {
  path: string
  /** Whether it is one of shared/content/. */
  isContent: boolean
  /** What may have made a figure large: imported packages, the largest picture. */
  includes: Partial<Record<Figure, readonly string[]>>
}

/** One line for each figure that is over its budget, with the pages. `shaken` is false where a file of React was left as it is. */
export function overBudget(pages: readonly Cost[], shaken: boolean): string[] {
  const limits = { ...budgets, ...(!shaken && { common: UNSHAKEN_COMMON }) }
  const problems = pages.flatMap(page =>
    Object.entries(limits).flatMap(([name, limit]) => {
      const figure = name as Figure
      const { br } = page[figure]
      // A text may be as long as its author likes.
      if (br <= limit || (figure === 'html' && page.isContent)) return []
      const over = `${br - limit} over the budget of ${limit} in scripts/check/budgets.ts`
      const includes = page.includes[figure]?.join(', ')
      const text = `${br} bytes of ${figure}, ${over}${includes ? `. It includes ${includes}` : ''}`
      return { path: page.path, text }
    }),
  )
  return [...Map.groupBy(problems, ({ text }) => text)].map(([text, those]) => {
    const paths = those.slice(0, 5).map(({ path }) => path)
    const others = those.length - paths.length
    return `${paths.join(', ')}${others > 0 ? ` and ${others} more` : ''}: ${text}`
  })
}

/** In CSS pixels; a usual Android phone. */
const PHONE = { width: 412, pixelRatio: 2.625 }

/** The pictures of the site that a phone loads on a first visit to a page: of the first format, the smallest that fills its screen. */
export const picturesOf = (html: string): string[] =>
  (html.match(/<picture>.*?<\/picture>|<img [^>]*>| poster="[^"]*"/gs) ?? []).flatMap(picture => {
    const [, srcSet = ''] = / srcset="([^"]*)"/i.exec(picture) ?? []
    const [, shown = PHONE.width] = / width="(\d+)"/.exec(picture) ?? []
    const needed = Math.min(PHONE.width, Number(shown)) * PHONE.pixelRatio
    const candidates = [...srcSet.matchAll(/(\S+) (\d+)w/g)]
    const chosen = candidates.find(([, , width]) => Number(width) >= needed) ?? candidates.at(-1)
    const url = chosen?.[1] ?? / (?:src|poster)="([^"]*)"/.exec(picture)?.[1]
    return url?.startsWith('/') ? url : []
  })
