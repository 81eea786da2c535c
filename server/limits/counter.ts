/** How many there are of each group. */
export interface Counter {
  of(group: object): number
  add(group: object): void
  remove(group: object): void
  /** The groups of which there is one or more. */
  entries(): Iterable<[group: object, count: number]>
}

export function createCounter(): Counter {
  const counts = new Map<object, number>()
  const of = (group: object) => counts.get(group) ?? 0
  return {
    of,
    add: group => counts.set(group, of(group) + 1),
    remove: group => {
      if (of(group) > 1) counts.set(group, of(group) - 1)
      else counts.delete(group)
    },
    entries: () => counts.entries(),
  }
}
