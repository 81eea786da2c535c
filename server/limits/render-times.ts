/** What a page has cost counts for so much of the mean: a pause of the garbage collector is not taken for the cost of a row. */
const WEIGHT = 1 / 8

/** How long the processor takes for a page of each group, in milliseconds: a moving mean. */
export interface RenderTimes {
  /** 0 as long as no page of the group has been rendered. */
  of(group: object): number
  add(group: object, ms: number): void
}

export function createRenderTimes(): RenderTimes {
  const means = new WeakMap<object, number>()
  return {
    of: group => means.get(group) ?? 0,
    add: (group, ms) => {
      const mean = means.get(group) ?? ms
      means.set(group, mean + (ms - mean) * WEIGHT)
    },
  }
}
