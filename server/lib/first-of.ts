/** The first result that isn't undefined. */
export function firstOf<Item, Result>(
  items: Iterable<Item>,
  find: (item: Item) => Result | undefined,
): Result | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}
