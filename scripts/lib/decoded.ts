/** What a part of an address says, as it is written where it has a malformed percent-escape. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text).normalize()
  } catch {
    return text
  }
}
