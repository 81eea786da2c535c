import type { Company } from './site.ts'

/** The number of characters of a title that search results show. */
export const MAX_TITLE_LENGTH = 60

/** The title of a document: the page's own title, with the company's name if there's room for both. */
export function titleOf({ name }: Pick<Company, 'name'>, title: string, isHome: boolean): string {
  const whole = isHome ? `${name}: ${title}` : `${title} | ${name}`
  return whole.length > MAX_TITLE_LENGTH ? title : whole
}
