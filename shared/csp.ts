// What is known of content security policies where the server makes one, the build checks a page by one, and development
// explains what a browser has blocked.

/** The directives of a policy, each with its sources. */
export type Policy = Readonly<Record<string, readonly string[]>>

export const ANY_INLINE = "'unsafe-inline'"

/** Beside a hash, 'unsafe-inline' is void: https://www.w3.org/TR/CSP3/#allow-all-inline */
export const isHash = (source: string): boolean => /^'sha\d+-/.test(source)

/** What stands in for a directive that a policy lacks, before default-src: https://www.w3.org/TR/CSP3/#directive-fallback-list */
const standIns: Readonly<Record<string, readonly string[]>> = {
  'script-src-elem': ['script-src'],
  'script-src-attr': ['script-src'],
  'style-src-elem': ['style-src'],
  'style-src-attr': ['style-src'],
  'frame-src': ['child-src'],
  'worker-src': ['child-src', 'script-src'],
}

/** The sources that count for a directive. */
export function sourcesOf(policy: Policy, directive: string): readonly string[] {
  const names = [directive, ...(standIns[directive] ?? []), 'default-src']
  const decisive = names.find(name => policy[name])
  return (decisive && policy[decisive]) || []
}

/** The source that an address needs: the site itself, an origin, or a scheme such as `data:`. */
export function sourceOf({ protocol, origin }: URL, siteOrigin: string): string {
  if (!/^https?:$/.test(protocol)) return protocol
  return origin === siteOrigin ? "'self'" : origin
}

/** The one policy of Trusted Types that may write HTML: that of shared/ui/trusted-html.tsx. */
export const TRUSTED_HTML_POLICY = 'trusted-html'

/** Removed as a whole, because no source lifts it. */
export const TRUSTED_TYPES = 'require-trusted-types-for'

/** Where a site allows what a directive blocks. A script has the line of all scripts, unless the policy has another. */
export const directiveToAllow = (policy: Policy, directive: string): string =>
  directive === 'script-src-elem' && !policy[directive] ? 'script-src' : directive

/** The line that a site writes into `sources` in server/site/policy.ts, in the quotes that the formatter leaves. */
export function lineOf(directive: string, sources: readonly string[]): string {
  if (directive === TRUSTED_TYPES) return `'${directive}': false`
  const quoted = sources.map(source => (source.includes("'") ? `"${source}"` : `'${source}'`))
  return `'${directive}': [${quoted.join(', ')}]`
}

/** The directives of a policy, as a header or a meta tag has it. */
export const parsePolicy = (text: string): Policy =>
  Object.fromEntries(
    text.split(';').map(directive => {
      const [name = '', ...sources] = directive.trim().split(' ')
      return [name, sources]
    }),
  )
