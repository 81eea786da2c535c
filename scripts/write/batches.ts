/** So many pages are worked on at the same time, and no more are in memory. */
export const AT_ONCE = 32

/** Does the work for each item, for a batch of them at a time. Yields the results, in order. */
export async function* inBatches<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  for (let start = 0; start < items.length; start += AT_ONCE)
    yield* await Promise.all(items.slice(start, start + AT_ONCE).map(work))
}
