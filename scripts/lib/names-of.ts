/** The number of pages that a message lists. */
const MAX_NAMED = 5

/** Lists the first paths, and says how many more there are. */
export function namesOf(paths: readonly string[]): string {
  const named = paths.slice(0, MAX_NAMED).join(', ')
  const others = paths.length - MAX_NAMED
  return others > 0 ? `${named} and ${others} more` : named
}
