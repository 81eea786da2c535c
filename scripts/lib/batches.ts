/** The number of pages that are rendered at the same time, and so in memory. */
const CONCURRENCY = 32

/** Does the work for each item, a batch of them at a time. Yields the results in order. */
export async function* inBatches<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  for (let start = 0; start < items.length; start += CONCURRENCY)
    yield* await Promise.all(items.slice(start, start + CONCURRENCY).map(work))
}
