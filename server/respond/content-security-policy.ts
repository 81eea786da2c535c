import { createHash } from 'node:crypto'
import { ANY_INLINE, isHash, type Policy, sourcesOf, TRUSTED_HTML_POLICY } from '../../shared/csp.ts'
import type { Manifest } from '../lib/manifest.ts'
import type { Allowed } from '../site.ts'

/** The source that allows an inline script or style with this text. */
export const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The strictest content security policy. It allows inline styles and scripts by their hashes. */
function strictest({ style, scriptLoader, speculationRules, devScript, writesHtml }: Manifest): Policy {
  const inlineScripts = [scriptLoader, speculationRules]
  if (devScript) inlineScripts.push(devScript)
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...inlineScripts.map(hashSource)],
    'style-src': [hashSource(style)],
    'img-src': ["'self'"],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': [writesHtml ? TRUSTED_HTML_POLICY : "'none'"],
  }
}

/** The content security policy's directives. A source that the site allows replaces 'none'. */
export function directives(manifest: Manifest, { sources }: Allowed): Policy {
  const strict = strictest(manifest)
  const policy: Record<string, readonly string[]> = { ...strict }
  for (const [name, added] of Object.entries(sources)) {
    if (added === false) {
      delete policy[name]
      continue
    }
    // A directive for elements replaces the general one, so it also needs the sources of what each page contains itself.
    const own = name.endsWith('-elem') ? sourcesOf(strict, name) : (strict[name] ?? [])
    const isVoid = (source: string) => source === "'none'" || (added.includes(ANY_INLINE) && isHash(source))
    policy[name] = [...own.filter(source => !isVoid(source)), ...added]
  }
  return policy
}

/** The policy for a meta tag, which can't forbid framing. */
export const metaPolicy = (manifest: Manifest, allowed: Allowed): string =>
  Object.entries(directives(manifest, allowed))
    .filter(([name]) => name !== 'frame-ancestors')
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join(';')
