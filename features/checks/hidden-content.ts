import type { Hydrate } from '../../shared/site.ts'
import { type Element, isInside } from './html.ts'
import { shown } from './policy-checks.ts'

/** A style that hides. */
const HIDES = /(^|;)\s*(opacity\s*:\s*0(\.0+)?%?|visibility\s*:\s*hidden)\s*(!important\s*)?(;|$)/i

const isHiding = ({ attributes }: Element) =>
  HIDES.test(attributes.get('style') ?? '') && attributes.get('aria-hidden') !== 'true'

const isContent = ({ name, text }: Element) => name === 'img' || text.trim() !== ''

/** The elements of a page whose style hides words or a picture, as a package for animations leaves them to its script: the outermost. */
const hiddenIn = (page: readonly Element[]): Element[] =>
  page
    .filter(isHiding)
    .filter(element => !page.some(outer => isHiding(outer) && isInside(element, outer)))
    .filter(element => page.some(each => isContent(each) && (each === element || isInside(each, element))))

const until: Record<Hydrate, string> = {
  never: 'always, because the page is sent without a script',
  interaction: 'until a person uses the page, which loads its script',
  idle: 'until the page is hydrated, long after it was painted',
}

/** What nobody sees in a page, in one line. */
export function hiddenContent(page: readonly Element[], hydrate: Hydrate = 'idle'): string | undefined {
  const [first, ...others] = hiddenIn(page)
  if (!first) return undefined
  const more = others.length > 0 ? ` and ${others.length} more` : ''
  return `the style of ${shown(first)}${more} hides what is in it ${until[hydrate]}: begin visible, as with motion's initial={false}, or animate with CSS.`
}
