import { type ComponentProps, useMemo } from 'react'
import { TRUSTED_HTML_POLICY } from '../csp.ts'

interface Props extends Omit<ComponentProps<'div'>, 'children' | 'dangerouslySetInnerHTML'> {
  /** From a source that you trust, or from a package that removes scripts: nobody checks it here. */
  html: string
}

interface Policy {
  createHTML(html: string): unknown
}

declare global {
  /** Safari before 26 and Firefox before 148 have none. */
  var trustedTypes: { createPolicy(name: string, rules: Policy): Policy } | undefined
}

let policy: Policy | undefined

/** The HTML as a browser with Trusted Types takes it: https://developer.mozilla.org/docs/Web/API/Trusted_Types_API */
function trust(html: string): unknown {
  if (!globalThis.trustedTypes) return html
  policy ??= globalThis.trustedTypes.createPolicy(TRUSTED_HTML_POLICY, { createHTML: text => text })
  return policy.createHTML(html)
}

/** An element with HTML in it, as a server or a package has made it: a CMS, a search index, highlighted code. */
export function TrustedHtml({ html, ...props }: Props) {
  // React writes the HTML again where this is another object: what a visitor has opened or selected in it would be lost.
  const inner = useMemo(() => ({ __html: trust(html) as string }), [html])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: This is the one place for it.
  return <div {...props} dangerouslySetInnerHTML={inner} />
}
