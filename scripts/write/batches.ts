/** So many pages are worked on at the same time, and no more are in memory. */
export const AT_ONCE = 32

/** Does the work for each item, for a group of them at a time. Yields what comes of it, in order. */
export async function* inGroups<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  for (let start = 0; start < items.length; start += AT_ONCE)
    yield* await Promise.all(items.slice(start, start + AT_ONCE).map(work))
}
