import { readAssets } from '../server/assets.ts'
import { paths } from '../server/paths.ts'
import { renderPage } from '../server/render.tsx'
import { createSiteRenderer } from '../server/site.tsx'
import { site } from '../shared/site.ts'

/** A warning of the letters that the site's typeface lacks, each with the first page that has it. */
export async function letterWarning(build: string): Promise<string | undefined> {
  const assets = readAssets(build)
  const render = createSiteRenderer(assets, site.origin)
  const missing = new Map<string, string>()
  for (const path of paths.toReversed())
    for (const letter of lettersOutside(assets.style, `${await renderPage(render, path)}`))
      missing.set(letter, path)
  if (missing.size === 0) return
  const list = [...missing].map(([letter, path]) => `${letter} (${path})`).join(', ')
  return `WARNING: the typeface lacks ${list}: visitors see them in another face. docs/design.md says how to add letters.`
}

/** The letters of a page that no unicode-range of the style names. */
export function lettersOutside(style: string, html: string): string[] {
  const ranges = [...style.matchAll(/U\+([\da-f]+)(?:-([\da-f]+))?/gi)].map(([, from = '', to = from]) => ({
    from: Number.parseInt(from, 16),
    to: Number.parseInt(to, 16),
  }))
  const isOutside = (letter: string) => {
    const code = letter.codePointAt(0) ?? 0
    return (
      /[\p{L}\p{M}\p{N}\p{P}]/u.test(letter) && !ranges.some(({ from, to }) => from <= code && code <= to)
    )
  }
  return [...new Set(html.replace(/<head>.*<\/head>|<[^>]*>/gs, ''))].filter(isOutside)
}
