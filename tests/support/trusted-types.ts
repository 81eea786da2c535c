import { vi } from 'vitest'
import { TRUSTED_HTML_POLICY } from '../../shared/csp.ts'

/** HTML created by a policy. */
class TrustedHTML {
  readonly html: string
  constructor(html: string) {
    this.html = html
  }
}

interface Rules {
  createHTML(html: string): string
}

/**
 * Makes the window refuse a plain string as HTML, as a browser does with `require-trusted-types-for` and `trusted-types` in
 * the site's policy: https://developer.mozilla.org/docs/Web/API/Trusted_Types_API. jsdom supports neither.
 */
export function requireTrustedTypes(): void {
  const native = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML') ?? {}
  Object.defineProperty(Element.prototype, 'innerHTML', {
    ...native,
    set(value: unknown) {
      if (!(value instanceof TrustedHTML))
        throw new TypeError(
          "Failed to set the 'innerHTML' property on 'Element': This document requires 'TrustedHTML' assignment.",
        )
      native.set?.call(this, value.html)
    },
  })
  vi.stubGlobal('trustedTypes', {
    createPolicy(name: string, { createHTML }: Rules) {
      if (name !== TRUSTED_HTML_POLICY) throw new TypeError(`Policy "${name}" disallowed.`)
      return { createHTML: (html: string) => new TrustedHTML(createHTML(html)) }
    },
    emptyHTML: new TrustedHTML(''),
  })
}
