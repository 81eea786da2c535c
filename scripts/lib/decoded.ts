/** Decodes part of an address. If it has a malformed percent-escape, it stays as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text).normalize()
  } catch {
    return text
  }
}
