/** How many pages are worked on at the same time. No more are in memory. */
const CONCURRENCY = 32

/** Does the work for each item, for a batch of them at a time. Yields the results, in order. */
export async function* inBatches<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  for (let start = 0; start < items.length; start += CONCURRENCY)
    yield* await Promise.all(items.slice(start, start + CONCURRENCY).map(work))
}
