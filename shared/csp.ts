// The rules of a content security policy: the server needs them to make one, the build to check a page against it, and
// development to explain why a browser has blocked something.

/** A policy's directives, each with its sources. */
export type Policy = Readonly<Record<string, readonly string[]>>

export const ANY_INLINE = "'unsafe-inline'"

/** Whether a source is a hash, next to which browsers ignore 'unsafe-inline': https://www.w3.org/TR/CSP3/#allow-all-inline */
export const isHash = (source: string): boolean => /^'sha\d+-/.test(source)

/** The directives that apply if one is missing, before default-src: https://www.w3.org/TR/CSP3/#directive-fallback-list */
const FALLBACKS: Readonly<Record<string, readonly string[]>> = {
  'script-src-elem': ['script-src'],
  'script-src-attr': ['script-src'],
  'style-src-elem': ['style-src'],
  'style-src-attr': ['style-src'],
  'frame-src': ['child-src'],
  'worker-src': ['child-src', 'script-src'],
}

/** The sources that apply to a directive. */
export function sourcesOf(policy: Policy, directive: string): readonly string[] {
  const names = [directive, ...(FALLBACKS[directive] ?? []), 'default-src']
  const decisive = names.find(name => policy[name])
  return (decisive && policy[decisive]) || []
}

/** The source that an address needs: the site itself, an origin, or a scheme such as `data:`. */
export function sourceOf({ protocol, origin }: URL, siteOrigin: string): string {
  if (!/^https?:$/.test(protocol)) return protocol
  return origin === siteOrigin ? "'self'" : origin
}

/** The only Trusted Types policy that may write HTML. shared/ui/trusted-html.tsx has it. */
export const TRUSTED_HTML_POLICY = 'trusted-html'

/** The directive that a site can only remove as a whole: it has no sources. */
export const TRUSTED_TYPES = 'require-trusted-types-for'

/** The directive to extend if this one blocks something: script-src for a script, unless the policy has script-src-elem. */
export const directiveToAllow = (policy: Policy, directive: string): string =>
  directive === 'script-src-elem' && !policy[directive] ? 'script-src' : directive

/** The line that a site writes into `sources` in server/site/policy.ts, with the quotes that the formatter keeps. */
export function lineOf(directive: string, sources: readonly string[]): string {
  if (directive === TRUSTED_TYPES) return `'${directive}': false`
  const quoted = sources.map(source => (source.includes("'") ? `"${source}"` : `'${source}'`))
  return `'${directive}': [${quoted.join(', ')}]`
}

/** Parses a policy from a header or a meta tag. */
export const parsePolicy = (text: string): Policy =>
  Object.fromEntries(
    text.split(';').map(directive => {
      const [name = '', ...sources] = directive.trim().split(' ')
      return [name, sources]
    }),
  )
