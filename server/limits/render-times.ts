/** What a page has cost counts for so much of the mean: one pause of the process is not taken for the cost of a row. */
const WEIGHT = 1 / 8

/** How long the processor takes for a page of each group, in milliseconds: a moving mean, which begins at 0. */
export interface RenderTimes {
  of(group: object): number
  add(group: object, ms: number): void
}

export function createRenderTimes(): RenderTimes {
  const means = new WeakMap<object, number>()
  const of = (group: object) => means.get(group) ?? 0
  return {
    of,
    add: (group, ms) => {
      means.set(group, of(group) + (ms - of(group)) * WEIGHT)
    },
  }
}
