import { createHash } from 'node:crypto'
import { paths } from './paths.ts'

/**
 * A browser may fetch the next page when its link is pointed at; prefetched, it is there at once. Not once the page is
 * hydrated: then a click fetches nothing at all.
 */
const rules = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [{ href_matches: paths }, { selector_matches: ':root:not([data-hydrated]) a' }],
      },
      eagerness: 'moderate',
    },
  ],
})

const hash = createHash('sha256').update(rules).digest('hex').slice(0, 8)

/** The file with the rules; a browser keeps it as it keeps every asset. */
export const speculation = { name: `assets/next-${hash}.speculationrules`, text: rules }
