declare global {
  namespace Intl {
    // TypeScript doesn't know this method yet: https://tc39.es/proposal-intl-locale-info/
    interface Locale {
      getTextInfo(): { direction: 'ltr' | 'rtl' }
    }
  }
}

/** Whether a language is written from right to left. */
export const isRightToLeft = (lang: string): boolean =>
  new Intl.Locale(lang).getTextInfo().direction === 'rtl'
