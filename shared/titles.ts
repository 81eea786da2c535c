import type { Company } from './site.ts'

/** How many characters of a title search results show. */
export const MAX_TITLE_LENGTH = 60

/** A document's title: the page's own title, with the company's name if there's room for both. */
export function titleOf({ name }: Pick<Company, 'name'>, title: string, isHome: boolean): string {
  const whole = isHome ? `${name}: ${title}` : `${title} | ${name}`
  return whole.length > MAX_TITLE_LENGTH ? title : whole
}
