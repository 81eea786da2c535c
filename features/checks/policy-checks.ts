import { hashSource } from '../../server/respond/content-security-policy.ts'
import {
  ANY_INLINE,
  directiveToAllow,
  isHash,
  lineOf,
  type Policy,
  parsePolicy,
  sourceOf,
  sourcesOf,
  TRUSTED_TYPES,
} from '../../shared/csp.ts'
import { type Element, isWithin } from './html.ts'
import { allows } from './policy-sources.ts'

/** For each element, the attributes with addresses that it loads or sends to, and the directive that applies to each. */
const loading: Record<string, Readonly<Record<string, string>>> = {
  a: { ping: 'connect-src' },
  area: { ping: 'connect-src' },
  audio: { src: 'media-src' },
  button: { formaction: 'form-action' },
  embed: { src: 'object-src' },
  form: { action: 'form-action' },
  iframe: { src: 'frame-src' },
  img: { src: 'img-src', srcset: 'img-src' },
  input: { src: 'img-src', formaction: 'form-action' },
  object: { data: 'object-src' },
  source: { src: 'media-src', srcset: 'img-src' },
  track: { src: 'media-src' },
  video: { src: 'media-src', poster: 'img-src' },
}
/** A <link>'s directive, by its rel and its `as`. */
const links: Record<string, Readonly<Record<string, string>>> = {
  stylesheet: { href: 'style-src-elem' },
  manifest: { href: 'manifest-src' },
  'preload image': { href: 'img-src', imagesrcset: 'img-src' },
}

/** Splits the attributes that hold several addresses. */
const addressesIn: Record<string, (value: string) => string[]> = {
  ping: value => value.split(/\s+/),
  srcset: candidatesOf,
  imagesrcset: candidatesOf,
}

/** Stands for the site's origin, so that 'self' can be compared. It is HTTPS, as operators serve the site. */
const HERE = new URL('https://site.invalid')

/** Reports elements that the page's own policy blocks. A browser would drop them, and report it only in the console. */
export function policyProblems(page: readonly Element[], isHydrated: boolean): string[] {
  const policy = readPolicy(page)
  if (!policy) return []
  return [
    ...sourceProblems(policy, page),
    ...page.flatMap(element => inlineProblem(policy, element)),
    ...(isHydrated ? trustedTypesProblem(policy, page) : []),
    ...styleProblem(
      policy,
      page.filter(({ attributes }) => attributes.has('style')),
    ),
  ]
}

function readPolicy(page: readonly Element[]): Policy | undefined {
  const meta = page.find(({ attributes }) => attributes.get('http-equiv') === 'Content-Security-Policy')
  const content = meta?.attributes.get('content')
  return content === undefined ? undefined : parsePolicy(content)
}

function loadingOf(policy: Policy, { name, attributes }: Element): Readonly<Record<string, string>> {
  if (name === 'script') return { src: directiveToAllow(policy, 'script-src-elem') }
  if (name !== 'link') return loading[name] ?? {}
  return links[[attributes.get('rel'), attributes.get('as')].filter(Boolean).join(' ')] ?? {}
}

/**
 * Returns a message for each missing line of the policy. It names the last element, because React adds preloads of the body's
 * elements to the head.
 */
function sourceProblems(policy: Policy, page: readonly Element[]): string[] {
  const byLine = new Map<string, string>()
  const blocked = page.flatMap(element => blockedSources(policy, element))
  for (const { element, directive, source } of blocked) {
    const line = lineOf(directive, [source])
    byLine.set(
      line,
      `the policy blocks ${shown(element)}: to allow ${source} as ${directive}, add this line to sources in server/site/policy.ts: ${line}`,
    )
  }
  return [...byLine.values()]
}

/** The sources that the policy lacks for what an element loads. */
function blockedSources(policy: Policy, element: Element) {
  return Object.entries(loadingOf(policy, element)).flatMap(([attribute, directive]) =>
    addressesOf(element, attribute)
      .filter(address => !sourcesOf(policy, directive).some(source => allows(source, address, HERE)))
      .map(address => ({ element, directive, source: sourceOf(address, HERE.origin) })),
  )
}

function addressesOf({ attributes }: Element, attribute: string): URL[] {
  const value = attributes.get(attribute)
  if (value === undefined) return []
  const addresses = addressesIn[attribute]?.(value) ?? [value]
  return addresses.flatMap(address => URL.parse(address, HERE) ?? [])
}

/** The addresses in a srcset. A comma or a descriptor ends each: https://html.spec.whatwg.org/#parsing-a-srcset-attribute */
function candidatesOf(srcset: string): string[] {
  return Array.from(srcset.matchAll(/([^\s,]\S*[^\s,]|[^\s,])(,|[^,]*)/g), ([, address = '']) => address)
}

/** Reports an inline script or style that the policy blocks. */
function inlineProblem(policy: Policy, element: Element): string[] {
  const { name, text } = element
  const isScript = name === 'script' && isRun(element)
  if (!isScript && name !== 'style') return []
  const hash = hashSource(text)
  const directive = directiveToAllow(policy, isScript ? 'script-src-elem' : 'style-src-elem')
  const sources = sourcesOf(policy, directive)
  if (sources.includes(hash) || allowsInline(sources)) return []
  // A style may differ on each page, so no hash would fit. A script that runs only with its hash is safe.
  const line = lineOf(directive, [isScript ? hash : ANY_INLINE])
  return [
    `the policy blocks ${shown(element)}: to allow it, add this line to sources in server/site/policy.ts: ${line}`,
  ]
}

/**
 * Reports a script in the content: React creates it by innerHTML when a click shows the page:
 * https://www.w3.org/TR/trusted-types/
 */
function trustedTypesProblem(policy: Policy, page: readonly Element[]): string[] {
  const script = page.find(element => element.name === 'script' && isWithin(element, 'main'))
  if (!policy[TRUSTED_TYPES] || !script) return []
  return [
    `Trusted Types block ${shown(script)} after a click on a link: write structured data as jsonLd in the head of the page. For another script, write hydrate: 'never' in the route, or add this line to sources in server/site/policy.ts: ${lineOf(TRUSTED_TYPES, [])}`,
  ]
}

/** Reports style attributes in one message, however many elements have one. */
function styleProblem(policy: Policy, [first, ...others]: readonly Element[]): string[] {
  const directive = 'style-src-attr'
  if (!first || allowsInline(sourcesOf(policy, directive))) return []
  const more = others.length > 0 ? ` and of ${others.length} more` : ''
  const line = lineOf(directive, [ANY_INLINE])
  return [
    `the policy blocks the style of ${shown(first)}${more}: use a class, or add this line to sources in server/site/policy.ts: ${line}`,
  ]
}

const allowsInline = (sources: readonly string[]) => sources.includes(ANY_INLINE) && !sources.some(isHash)

/** Whether the policy applies to a script's text: other types, such as JSON, are data. */
const isRun = ({ attributes }: Element): boolean =>
  !attributes.has('src') &&
  /^(|module|text\/javascript|speculationrules|importmap)$/.test(attributes.get('type') ?? '')

const MAX_TAG_LENGTH = 160
export const shown = ({ tag }: Element) =>
  tag.length > MAX_TAG_LENGTH ? `${tag.slice(0, MAX_TAG_LENGTH)}…>` : tag
