import type { PageHead } from '../../shared/page-head.ts'
import type { ResolvedRoute } from '../../shared/route-table.ts'
import { escapeHtml } from '../lib/escape-html.ts'
import type { Manifest } from '../lib/manifest.ts'
import { metaPolicy } from '../respond/content-security-policy.ts'
import type { Allowed } from '../site.ts'
import type { CrawlerFields } from './indexable.ts'

interface HeadParts {
  manifest: Manifest
  allowed: Allowed
  /** HTML from features for every head, error pages included. */
  commonTags: string
  /** Features' functions that make HTML for the head of one page. */
  headTags: readonly HeadTags[]
}

/** Makes HTML for a page's head. */
export type HeadTags = (page: RoutePage) => string

/** Makes the HTML that the server adds to a page's head. */
export interface ServerHead {
  ofPage(page: RoutePage): Buffer
  ofErrorPage(page: ErrorHead): Buffer
}

interface ErrorHead {
  head: PageHead
  description: string
  /** Whether it's sent with the 404 page's script. */
  hasScript: boolean
}

/** The page of a route at one path, before it's rendered. Features make tags and pictures from it. */
export interface RoutePage {
  route: ResolvedRoute
  /** The path in its address. */
  path: string
  /** The facts of the page that both server and browser have. */
  head: PageHead
  /** The fields for crawlers. Only `canonical` reaches the browser, too. */
  fields: CrawlerFields
  /** The query of the request, such as `?page=2`, or an empty string. Undefined if the page is the same for every query. */
  query?: string | undefined
  /** A PageData as JSON, which the page shows and the browser reads. */
  json?: string
}

/**
 * Creates the part of a head that only the server adds: the style, the script loader, and tags for crawlers. It isn't
 * hydrated, so after a client-side navigation it still describes the first page. That's fine: search engines and others that
 * read it load each page as a new document.
 */
export function createServerHead({ manifest, allowed, commonTags, headTags }: HeadParts): ServerHead {
  // This is encoded once, because the style is large.
  const first = Buffer.from(firstTags(manifest, allowed))
  const joined = (...tags: string[]) => Buffer.concat([first, Buffer.from(tags.join(''))])

  return {
    ofPage(page) {
      const { route, head, fields } = page
      const script = manifest.pageScripts[route.id]
      const robots = fields.noindex ? tag('meta', { name: 'robots', content: 'noindex' }) : ''
      return joined(
        scriptLoaderOf(manifest, script, head, route),
        descriptionTag(fields.description),
        robots,
        commonTags,
        ...headTags.map(tagsOf => tagsOf(page)),
      )
    },
    // Its script loads when idle: on a static host /About gets 404.html, from which a feature may lead to /about.
    ofErrorPage({ head, description, hasScript }) {
      const script = hasScript ? manifest.notFoundScript : undefined
      return joined(scriptLoaderOf(manifest, script, head), descriptionTag(description), commonTags)
    },
  }
}

const descriptionTag = (content: string) => tag('meta', { name: 'description', content })

/**
 * The inline script that loads the others, if the page has any. Its attributes have the facts that hydration needs. Without
 * `data-pattern` the route's path is the page's own, and without `data-wait-for` the page is hydrated when the browser is idle.
 */
function scriptLoaderOf(
  { buildId, scriptLoader }: Manifest,
  script: readonly string[] | undefined,
  head: PageHead,
  route?: ResolvedRoute,
): string {
  if (!script) return ''
  const attributes: Record<string, string> = {
    'data-page': script.join(' '),
    'data-build-id': buildId,
    'data-head': JSON.stringify(head),
    ...(route && route.path !== head.path && { 'data-pattern': route.path }),
    ...(route?.hydrate === 'interaction' && { 'data-wait-for': route.hydrate }),
  }
  return `<script${attributesOf(attributes)}>${scriptLoader}</script>`
}

/**
 * The tags in every head. The policy comes first, because it applies to everything after it on hosts that don't send our headers.
 * client/hydrate.tsx treats every meta and link tag after it as one that only the server adds.
 */
const firstTags = (manifest: Manifest, allowed: Allowed) =>
  [
    tag('meta', { 'http-equiv': 'Content-Security-Policy', content: metaPolicy(manifest, allowed) }),
    element('style', manifest.style),
    ...Object.entries(manifest.paper).map(([scheme, content]) =>
      tag('meta', { name: 'theme-color', media: `(prefers-color-scheme: ${scheme})`, content }),
    ),
    `<script type="speculationrules">${manifest.speculationRules}</script>`,
    allowed.scripts,
    manifest.devScript ? element('script', manifest.devScript) : '',
  ].join('')

const tag = (name: string, attributes: Record<string, string>) => `<${name}${attributesOf(attributes)}/>`

/** An element's attributes as HTML. */
const attributesOf = (attributes: Record<string, string>) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join('')

/** Makes an element. Its text comes from the build, and contains no end tag. */
const element = (name: string, text: string) => `<${name}>${text}</${name}>`
