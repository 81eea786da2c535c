import { createHash } from 'node:crypto'
import { decodeHTMLAttribute } from 'entities'

/** The directives of a content security policy, each with its sources. */
type Policy = ReadonlyMap<string, readonly string[]>

/** What an element loads or does: by which attribute, and which directive decides about it. */
const elements: Record<string, { attribute: string; directive: string }> = {
  form: { attribute: 'action', directive: 'form-action' },
  iframe: { attribute: 'src', directive: 'frame-src' },
  img: { attribute: 'src', directive: 'img-src' },
  video: { attribute: 'src', directive: 'media-src' },
  audio: { attribute: 'src', directive: 'media-src' },
  source: { attribute: 'src', directive: 'media-src' },
  track: { attribute: 'src', directive: 'media-src' },
  object: { attribute: 'data', directive: 'object-src' },
  embed: { attribute: 'src', directive: 'object-src' },
}
/** The same of a <link>, by its rel. */
const links: Record<string, string> = { stylesheet: 'style-src-elem', manifest: 'manifest-src' }

/**
 * Which directive stands in for one that a policy lacks, before default-src:
 * https://www.w3.org/TR/CSP3/#directive-fallback-list
 */
const fallbacks: Record<string, string> = {
  'frame-src': 'child-src',
  'style-src-attr': 'style-src',
  'style-src-elem': 'style-src',
}

/** Which directive decides about scripts: that for elements, where a policy has one. */
const scriptDirective = (policy: Policy) => (policy.has('script-src-elem') ? 'script-src-elem' : 'script-src')

const HERE = 'https://site.invalid'

/** What a page contains and its own policy blocks: a browser would leave it out, and report it in its console only. */
export function policyProblems(html: string): string[] {
  const policy = readPolicy(html)
  if (!policy) return []
  const withoutTexts = html.replace(/(<(script|style)\b[^>]*>).*?<\/\2>/gs, '$1')
  const tags = [...withoutTexts.matchAll(/<(\w+)\b[^>]*>/g)]
  return [
    ...tags.flatMap(([tag, name = '']) => sourceProblem(policy, tag, name)),
    ...inlineProblems(policy, html),
    ...trustedTypesProblem(policy, html),
    ...styleProblem(policy, tags.map(([tag]) => tag).filter(isStyled)),
  ]
}

function readPolicy(html: string): Policy | undefined {
  const meta = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1]
  if (meta === undefined) return
  const directives = decodeHTMLAttribute(meta).split(';')
  return new Map(
    directives.map(directive => {
      const [name = '', ...sources] = directive.trim().split(' ')
      return [name, sources]
    }),
  )
}

/** The sources that count for a directive. */
function sourcesOf(policy: Policy, directive: string): readonly string[] {
  const standIn = fallbacks[directive] ?? ''
  return policy.get(directive) ?? policy.get(standIn) ?? policy.get('default-src') ?? []
}

/** By which attribute an element loads something, and which directive decides about it. */
function loadingOf(policy: Policy, tag: string, name: string) {
  if (name === 'script') return { attribute: 'src', directive: scriptDirective(policy) }
  if (name === 'link') return { attribute: 'href', directive: links[attributeOf(tag, 'rel') ?? ''] }
  return elements[name]
}

/** What an element loads. */
function sourceProblem(policy: Policy, tag: string, name: string): string[] {
  const { attribute, directive } = loadingOf(policy, tag, name) ?? {}
  const target = attribute && attributeOf(tag, attribute)
  if (!directive || target === undefined) return []
  const sources = sourcesOf(policy, directive)
  const needed = sourceOf(target)
  if (sources.some(source => covers(source, target, needed))) return []
  const line = lineOf(directive, needed)
  return [
    `the policy blocks ${shown(tag)}: allow ${needed} as ${directive} in server/site/policy.ts, ${line}`,
  ]
}

/** Scripts and styles that stand in the page. */
function inlineProblems(policy: Policy, html: string): string[] {
  const inline = html.matchAll(/(<(script|style)\b[^>]*>)(.*?)<\/\2>/gs)
  return [...inline].flatMap(([, tag = '', name, text = '']) => {
    if (name === 'script' && !isRun(tag)) return []
    const hash = `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    const directive = name === 'script' ? scriptDirective(policy) : 'style-src-elem'
    const sources = sourcesOf(policy, directive)
    if (sources.includes(hash) || allowsInline(sources)) return []
    // A style may be another one on each page. A script that is run only with its hash is no danger.
    const line = lineOf(directive, name === 'script' ? hash : ANY_INLINE)
    return [`the policy blocks ${shown(tag)}: allow it in server/site/policy.ts, ${line}`]
  })
}

/** React makes a script by innerHTML where it shows a page in the browser: https://www.w3.org/TR/trusted-types/ */
function trustedTypesProblem(policy: Policy, html: string): string[] {
  const isHydrated = /<script\b[^>]* data-page=/.test(html)
  if (!isHydrated || !policy.has('require-trusted-types-for')) return []
  const main = /<main\b.*<\/main>/s.exec(html)?.[0] ?? ''
  const [script] = /<script\b[^>]*>/.exec(main) ?? []
  if (script === undefined) return []
  return [
    `Trusted Types block ${shown(script)} after a click on a link: write script: false in the row of the page, or allow it in server/site/policy.ts, by this line in sources: 'require-trusted-types-for': false`,
  ]
}

const isStyled = (tag: string) => attributeOf(tag, 'style') !== undefined

/** One message, however many elements a component styles. */
function styleProblem(policy: Policy, [first, ...others]: readonly string[]): string[] {
  const sources = sourcesOf(policy, 'style-src-attr')
  if (!first || allowsInline(sources)) return []
  const more = others.length > 0 ? ` and of ${others.length} more` : ''
  const line = lineOf('style-src-attr', ANY_INLINE)
  return [
    `the policy blocks the style of ${shown(first)}${more}: write a class, or allow it in server/site/policy.ts, ${line}`,
  ]
}

const ANY_INLINE = "'unsafe-inline'"

/** A hash makes 'unsafe-inline' void: https://www.w3.org/TR/CSP3/#allow-all-inline */
const allowsInline = (sources: readonly string[]) =>
  sources.includes(ANY_INLINE) && !sources.some(source => /^'sha\d+-/.test(source))

/** Whether a browser runs a script without `src`, or takes it as data. */
function isRun(tag: string): boolean {
  const type = attributeOf(tag, 'type') ?? ''
  return (
    attributeOf(tag, 'src') === undefined &&
    /^(|module|text\/javascript|speculationrules|importmap)$/.test(type)
  )
}

function attributeOf(tag: string, name: string): string | undefined {
  const written = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
  return written === undefined ? undefined : decodeHTMLAttribute(written)
}

/** In characters. */
const MAX_SHOWN = 160
const shown = (tag: string) => (tag.length > MAX_SHOWN ? `${tag.slice(0, MAX_SHOWN)}…>` : tag)

/** The line that an owner writes, in the quotes that the formatter leaves. */
function lineOf(directive: string, source: string): string {
  const quote = source.includes("'") ? '"' : "'"
  return `by this line in sources: '${directive}': [${quote}${source}${quote}]`
}

/** The source that a target needs: the site itself, an origin, or a scheme such as `data:`. */
function sourceOf(target: string): string {
  const { origin = '', protocol = '' } = URL.parse(target, HERE) ?? {}
  return origin === HERE ? "'self'" : protocol.startsWith('http') ? origin : protocol
}

/** Whether a source of the policy covers a target: itself, an origin of any subdomain, a folder, a scheme. */
function covers(source: string, target: string, needed: string): boolean {
  if (source === needed) return true
  const pattern = source.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace('*', '[^/]+')
  return new RegExp(`^${pattern}`).test(target)
}
