/** How many pages a message names. */
const MAX_NAMED = 5

/** The first paths of a list, and how many there are besides. */
export function namesOf(paths: readonly string[]): string {
  const named = paths.slice(0, MAX_NAMED).join(', ')
  const others = paths.length - MAX_NAMED
  return others > 0 ? `${named} and ${others} more` : named
}
