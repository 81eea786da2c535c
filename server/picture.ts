import { type PageId, pages } from '../shared/pages.ts'
import { site } from '../shared/site.ts'

/** In pixels: what every previewer shows large. */
export const pictureSize = { width: 1200, height: 630 }

/** The name of a page's picture in build/public and dist. */
export const pictureFile = (id: PageId) => `og/${id}.png`

export const pictureUrl = (id: PageId, origin: string) => `${origin}/${pictureFile(id)}`

/** The words on a page's picture: its title without the company's name, which stands beside the mark. */
export function picture(id: PageId) {
  const { title, description } = pages[id]
  const headline = title.replace(`${site.name}: `, '').replace(` | ${site.name}`, '')
  return { headline, text: description, alt: `${site.name}: ${headline}` }
}
