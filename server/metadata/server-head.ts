import type { PageHead } from '../../shared/page-head.ts'
import type { ResolvedRoute, RouteTable } from '../../shared/route-table.ts'
import { escapeHtml } from '../lib/escape-html.ts'
import type { Manifest } from '../lib/manifest.ts'
import { metaPolicy } from '../respond/content-security-policy.ts'
import type { Allowed } from '../site.ts'
import type { CrawlerFields } from './indexable.ts'

interface HeadParts {
  table: RouteTable
  manifest: Manifest
  allowed: Allowed
  /** HTML that features add to every head, and functions that make it for each page. */
  commonTags: string
  headTags: readonly HeadTags[]
}

/** Makes HTML for a page's head. */
export type HeadTags = (page: DescribedPage) => string

/** What the server adds to a page's head, as HTML. */
export interface ServerHead {
  ofPage(page: DescribedPage, script?: PageScript): Buffer
  ofErrorPage(page: ErrorPage, script?: PageScript): Buffer
}

/** The URLs of a page's own scripts. Undefined if it's sent without one. */
type PageScript = readonly string[] | undefined

interface ErrorPage {
  head: PageHead
  description: string
}

/** The page of a route at one path, from which features make its tags. */
export interface DescribedPage {
  route: ResolvedRoute
  /** The path in its address. */
  path: string
  /** The facts of the page that both server and browser have. */
  head: PageHead
  fields: CrawlerFields
}

/**
 * Creates the part of a head that only the server adds: the style, the script loader, and tags for crawlers. It isn't
 * hydrated, so after a client-side navigation it still describes the first page. That's fine: whatever reads it, such as a search
 * engine, loads each page as a new document.
 */
export function createServerHead(parts: HeadParts): ServerHead {
  const { table, manifest, allowed, commonTags, headTags } = parts
  const { languages } = table
  // This is encoded once, because the style is large.
  const first = Buffer.from(firstTags(manifest, allowed))
  const joined = (...tags: string[]) => Buffer.concat([first, Buffer.from(tags.join(''))])

  const scriptLoaderTag = (script: PageScript, head: PageHead, route?: Pick<ResolvedRoute, 'hydrate'>) =>
    script ? scriptLoaderOf(manifest, script, head, languages[0].lang, route) : ''

  return {
    ofPage(page, script) {
      const { route, head, fields } = page
      const robots = fields.noindex ? tag('meta', { name: 'robots', content: 'noindex' }) : ''
      return joined(
        scriptLoaderTag(script, head, route),
        descriptionTag(fields),
        robots,
        commonTags,
        ...headTags.map(tagsOf => tagsOf(page)),
      )
    },
    // It has no `hydrate`: on a static host, the script of 404.html has to run by itself to go to a canonical path.
    ofErrorPage: ({ head, description }, script) =>
      joined(scriptLoaderTag(script, head), descriptionTag({ description }), commonTags),
  }
}

const descriptionTag = ({ description }: Pick<CrawlerFields, 'description'>) =>
  tag('meta', { name: 'description', content: description })

/**
 * The inline script that loads the others. Its attributes have the facts that client/entry.ts finds nowhere else in the document,
 * such as the page's scripts and the build id. Without `data-lang` the page is in the company's language, and without
 * `data-hydrate` it's hydrated when the browser is idle.
 */
function scriptLoaderOf(
  { scriptLoader, buildId }: Manifest,
  script: readonly string[],
  { path, lang, canonical, alternates }: PageHead,
  companyLang: string,
  route?: Pick<ResolvedRoute, 'hydrate'>,
): string {
  const attributes: Record<string, string> = {
    'data-page': script.join(' '),
    'data-build-id': buildId,
    ...(route?.hydrate === 'interaction' && { 'data-hydrate': route.hydrate }),
    ...(lang !== companyLang && { 'data-lang': lang }),
    // The browser reads the path from the canonical link, unless that's a different page's.
    ...(path && canonical && { 'data-path': path }),
    ...(alternates && {
      'data-alternates': alternates.map(each => `${each.lang}:${each.path}`).join(' '),
    }),
  }
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
  return `<script${written.join('')}>${scriptLoader}</script>`
}

/**
 * The tags in every head. The policy comes first, because it applies to everything after it on hosts that don't send our headers.
 * client/hydrate.tsx treats every tag after it as one that only the server adds.
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

function tag(name: string, attributes: Record<string, string>): string {
  let html = `<${name}`
  for (const [key, value] of Object.entries(attributes)) html += ` ${key}="${escapeHtml(value)}"`
  return `${html}/>`
}

/** Makes an element. Its text comes from the build, and contains no end tag. */
const element = (name: string, text: string) => `<${name}>${text}</${name}>`
