import type { company } from '../../shared/company.ts'
import type { Menus } from '../../shared/page-table.ts'

/** Upper bounds for the width of a letter in em, in the site's typeface and its fallbacks. The first match counts. */
const letters: [RegExp, number][] = [
  [/[fijlrtI.,:;!'|()\s-]/, 0.38],
  [/[mwMW@%]/, 0.92],
  [/\p{Lu}/u, 0.73],
  [/[\p{Ll}\d]/u, 0.57],
]
const widthOf = (text: string) =>
  [...text].reduce((sum, letter) => sum + (letters.find(([pattern]) => pattern.test(letter))?.[1] ?? 1), 0)
const longestWord = (texts: string[]) => Math.max(...texts.flatMap(text => text.split(/[\s-]/)).map(widthOf))

/** In rem: how wide the content of a page can be, as --page in tokens.css. */
const PAGE = 72

type Facts = Pick<typeof company, 'name' | 'email' | 'members'>
export type TextSizes = Readonly<Record<string, string>>

/** What the styles depend on, and cannot measure before the page is shown. They read it by env(). */
export function textSizes({ name, email, members }: Facts, { header, footer }: Menus): TextSizes {
  // In rem, as in header.css: the logo and the company's name, and each link with its padding and the gap before it.
  const logo = Math.min(2.625 + 1.125 * widthOf(name), 24)
  const links = header.map(({ label }) => 1.25 + Math.max(2.75, 1 + 0.9375 * widthOf(label)))
  const row = links.reduce((sum, link) => sum + link, logo)
  // Beside the row are a scrollbar of 17 px and two gutters, each 5 % of the window and at most 40 px.
  const window = Math.min((row + 1.1) / 0.9, row + 6.1)
  const labels = [...header, ...footer, ...(members ? [members] : [])].map(({ label }) => label)
  return {
    /** The width of the window from which the links of the header fit beside the logo. 999em is wider than any window. */
    'links-width': `${row > PAGE ? 999 : window}em`,
    /** Widths in em: of the longest word in the company's name and in the menus, and of the e-mail address. */
    'name-width': `${longestWord([name])}`,
    'label-width': `${longestWord(labels)}`,
    'email-width': `${widthOf(email)}`,
  }
}
