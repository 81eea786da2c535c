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

/** The line that an owner writes into `sources` in server/site/policy.ts, in the quotes that the formatter leaves. */
export function lineOf(directive: string, sources: readonly string[] | false): string {
  if (!sources) return `'${directive}': false`
  const quoted = sources.map(source => (source.includes("'") ? `"${source}"` : `'${source}'`))
  return `'${directive}': [${quoted.join(', ')}]`
}
