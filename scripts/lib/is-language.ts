/** Whether a text names a language as RFC 5646 does, such as en or pt-BR. */
export function isLanguage(text: string): boolean {
  try {
    const { baseName, language } = new Intl.Locale(text)
    // ISO 639 has two or three letters. More would be well-formed, as in "english".
    return baseName === text && language.length <= 3
  } catch {
    return false
  }
}
