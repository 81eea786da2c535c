// What a person uses in a page.

export const FIELD = ':is(input, select, textarea)'
/** Everything that a person can press. */
export const CONTROL = `a, button, summary, ${FIELD}, [data-hydrate]`

/** The element of an event, or the next one around it, that a selector matches. */
export const closest = ({ target }: Event, selector: string) =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null
