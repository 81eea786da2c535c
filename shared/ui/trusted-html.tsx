import { type ComponentProps, useMemo } from 'react'
import { TRUSTED_HTML_POLICY } from '../csp.ts'

interface Props extends Omit<ComponentProps<'div'>, 'children' | 'dangerouslySetInnerHTML'> {
  /** HTML from a source that you trust, or from a package that removes scripts: nothing checks it here. */
  html: string
}

interface Policy {
  createHTML(html: string): unknown
  createScriptURL(url: string): unknown
}

declare global {
  /** Undefined in Safari before 26 and in Firefox before 148. */
  var trustedTypes:
    | { createPolicy(name: string, rules: Partial<Policy>): Policy; emptyHTML: unknown }
    | undefined
}

let policy: Policy | undefined

/** Makes the HTML acceptable to a browser with Trusted Types: https://developer.mozilla.org/docs/Web/API/Trusted_Types_API */
function trust(html: string): unknown {
  if (!globalThis.trustedTypes) return html
  policy ??= globalThis.trustedTypes.createPolicy(TRUSTED_HTML_POLICY, { createHTML: text => text })
  return policy.createHTML(html)
}

/** An element with HTML that a server or a package has made, such as a CMS, a search index, or highlighted code. */
export function TrustedHtml({ html, ...props }: Props) {
  // React writes the HTML again if this is a new object, and whatever a visitor has opened or selected in it would be lost.
  const inner = useMemo(() => ({ __html: trust(html) as string }), [html])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: This is the one place for it.
  return <div {...props} dangerouslySetInnerHTML={inner} />
}
