/** Whether a text names a language as RFC 5646 does, such as en or pt-BR. */
export function isLanguage(text: string): boolean {
  try {
    return new Intl.Locale(text).baseName === text
  } catch {
    return false
  }
}
