import { hashSource } from '../../server/http/content-security-policy.ts'
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

/** What an element loads or does: by which attribute, and which directive decides about it. */
const loading: Record<string, { attribute: string; directive: string }> = {
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

const HERE = 'https://site.invalid'

/** What a page contains and its own policy blocks: a browser would leave it out, and report it in its console only. */
export function policyProblems(page: readonly Element[], { isHydrated }: { isHydrated: boolean }): string[] {
  const policy = readPolicy(page)
  if (!policy) return []
  return [
    ...page.flatMap(element => sourceProblem(policy, element)),
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

/** By which attribute an element loads something, and which directive decides about it. */
function loadingOf(policy: Policy, { name, attributes }: Element) {
  if (name === 'script') return { attribute: 'src', directive: directiveToAllow(policy, 'script-src-elem') }
  if (name === 'link') return { attribute: 'href', directive: links[attributes.get('rel') ?? ''] }
  return loading[name]
}

/** What an element loads. */
function sourceProblem(policy: Policy, element: Element): string[] {
  const { attribute = '', directive } = loadingOf(policy, element) ?? {}
  const target = element.attributes.get(attribute)
  const address = target === undefined ? null : URL.parse(target, HERE)
  if (!directive || target === undefined || !address) return []
  const needed = sourceOf(address, HERE)
  if (sourcesOf(policy, directive).some(source => covers(source, target, needed))) return []
  const line = lineOf(directive, [needed])
  return [
    `the policy blocks ${shown(element)}: allow ${needed} as ${directive} in server/site/policy.ts, by this line in sources: ${line}`,
  ]
}

/** A script or a style that stands in the page. */
function inlineProblem(policy: Policy, element: Element): string[] {
  const { name, text } = element
  const isScript = name === 'script' && isRun(element)
  if (!isScript && name !== 'style') return []
  const hash = hashSource(text)
  const directive = directiveToAllow(policy, isScript ? 'script-src-elem' : 'style-src-elem')
  const sources = sourcesOf(policy, directive)
  if (sources.includes(hash) || allowsInline(sources)) return []
  // A style may be another one on each page. A script that is run only with its hash is no danger.
  const line = lineOf(directive, [isScript ? hash : ANY_INLINE])
  return [
    `the policy blocks ${shown(element)}: allow it in server/site/policy.ts, by this line in sources: ${line}`,
  ]
}

/** React makes a script by innerHTML where it shows a page in the browser: https://www.w3.org/TR/trusted-types/ */
function trustedTypesProblem(policy: Policy, page: readonly Element[]): string[] {
  const script = page.find(element => element.name === 'script' && isWithin(element, 'main'))
  if (!policy[TRUSTED_TYPES] || !script) return []
  return [
    `Trusted Types block ${shown(script)} after a click on a link: write linked data as linkedData in the row of the page or the head of its loader, and for another script script: false in the row, or allow it in server/site/policy.ts, by this line in sources: ${lineOf(TRUSTED_TYPES, [])}`,
  ]
}

/** One message, however many elements a component styles. */
function styleProblem(policy: Policy, [first, ...others]: readonly Element[]): string[] {
  const directive = 'style-src-attr'
  if (!first || allowsInline(sourcesOf(policy, directive))) return []
  const more = others.length > 0 ? ` and of ${others.length} more` : ''
  const line = lineOf(directive, [ANY_INLINE])
  return [
    `the policy blocks the style of ${shown(first)}${more}: write a class, or allow it in server/site/policy.ts, by this line in sources: ${line}`,
  ]
}

const allowsInline = (sources: readonly string[]) => sources.includes(ANY_INLINE) && !sources.some(isHash)

/** Whether a browser runs the text of a script, or takes it as data. */
const isRun = ({ attributes }: Element): boolean =>
  !attributes.has('src') &&
  /^(|module|text\/javascript|speculationrules|importmap)$/.test(attributes.get('type') ?? '')

const MAX_TAG_LENGTH = 160
const shown = ({ tag }: Element) => (tag.length > MAX_TAG_LENGTH ? `${tag.slice(0, MAX_TAG_LENGTH)}…>` : tag)

/** Whether a source of the policy covers a target: itself, an origin of any subdomain, a folder, a scheme. */
function covers(source: string, target: string, needed: string): boolean {
  if (source === needed) return true
  const pattern = source.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace('*', '[^/]+')
  return new RegExp(`^${pattern}`).test(target)
}
