declare global {
  namespace Intl {
    // TypeScript does not know it yet: https://tc39.es/proposal-intl-locale-info/
    interface Locale {
      getTextInfo(): { direction: 'ltr' | 'rtl' }
    }
  }
}

/** The direction of a language's script for <html dir>: only what is not the browser's default. */
export function directionOf(lang: string): 'rtl' | undefined {
  const { direction } = new Intl.Locale(lang).getTextInfo()
  return direction === 'rtl' ? 'rtl' : undefined
}
