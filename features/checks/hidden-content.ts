import type { Hydrate } from '../../shared/site.ts'
import { type Element, isInside } from './html.ts'
import { shown } from './policy-checks.ts'

/** Matches a style attribute that makes an element invisible, yet keeps its space. */
const HIDES = /(^|;)\s*(opacity\s*:\s*0(\.0+)?%?|visibility\s*:\s*hidden)\s*(!important\s*)?(;|$)/i

const isHiding = ({ attributes }: Element) =>
  HIDES.test(attributes.get('style') ?? '') && attributes.get('aria-hidden') !== 'true'

const isContent = ({ name, text }: Element) => name === 'img' || text.trim() !== ''

/** Finds the outermost elements whose style hides words or a picture until a script changes it, as with animation packages. */
const hiddenIn = (page: readonly Element[]): Element[] =>
  page
    .filter(isHiding)
    .filter(element => !page.some(outer => isHiding(outer) && isInside(element, outer)))
    .filter(element => page.some(each => isContent(each) && (each === element || isInside(each, element))))

const howLong: Record<Hydrate, string> = {
  never: 'always, because the page is sent without a script',
  interaction: 'until a person uses the page, which loads its script',
  idle: 'until the page is hydrated, long after it was painted',
}

/** Reports in one line the content that a page's style attributes hide. Undefined if there is none. */
export function hiddenContent(page: readonly Element[], hydrate: Hydrate = 'idle'): string | undefined {
  const [first, ...others] = hiddenIn(page)
  if (!first) return undefined
  const more = others.length > 0 ? ` and of ${others.length} more` : ''
  return `the style of ${shown(first)}${more} hides content ${howLong[hydrate]}: start visible, for example with motion's initial={false}, or animate with CSS.`
}
