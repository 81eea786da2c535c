// Selectors for the elements that a person uses in a page.

export const FIELD = ':is(input, select, textarea)'
/** Everything that a person can press. */
export const CONTROL = `a, button, summary, ${FIELD}, [data-hydrate]`

/** The closest element that a selector matches: an event's target, or one around it. */
export const closest = ({ target }: Event, selector: string) =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null
