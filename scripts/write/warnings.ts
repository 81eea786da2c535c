// What the build warns of. None of it stops a build: a fix must go out on any day.

const DAY = 86_400_000

/** In days before security.txt expires. */
const NOTICE = 60

/** A warning from two months before security.txt expires. */
export function expiryWarning(expires: string, now: Date): string | undefined {
  const days = Math.floor((Date.parse(expires) - now.getTime()) / DAY)
  if (days >= NOTICE) return
  const state = days >= 0 ? `expires in ${days} days` : `has expired: ${expires} is not a day to come`
  return `WARNING: /.well-known/security.txt ${state}. Write a date within the next year as securityExpires in shared/company.ts.`
}

/** The letters of a page that the site's typeface lacks: no unicode-range of the style names them. */
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

/** A warning of all such letters, each with the first page that has it. */
export function letterWarning(pages: { path: string; lettersOutside: string[] }[]): string | undefined {
  const missing = new Map<string, string>()
  for (const { path, lettersOutside } of pages.toReversed())
    for (const letter of lettersOutside) missing.set(letter, path)
  if (missing.size === 0) return
  const list = [...missing].map(([letter, path]) => `${letter} (${path})`).join(', ')
  return `WARNING: the typeface lacks ${list}: visitors see them in another face. docs/design.md says how to add letters.`
}
