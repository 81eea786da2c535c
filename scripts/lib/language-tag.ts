/** Whether a text is a language tag of RFC 5646, such as en or pt-BR. */
export function isLanguage(text: string): boolean {
  try {
    const { baseName, language } = new Intl.Locale(text)
    // ISO 639 has codes of two or three letters. RFC 5646 would allow more, as in "english".
    return baseName === text && language.length <= 3
  } catch {
    return false
  }
}

/** Whether a language is written from right to left. */
export const isRightToLeft = (lang: string): boolean =>
  new Intl.Locale(lang).getTextInfo().direction === 'rtl'
