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
  /** HTML of features: for the head of every page, and made for each page. */
  commonTags: string
  headTags: readonly HeadTags[]
}

/** Makes HTML for the head of a page. */
export type HeadTags = (page: DescribedPage) => string

/** What the server adds to the head of a page, as HTML. */
interface ServerHead {
  ofPage(page: DescribedPage, script?: PageScript): Buffer
  ofErrorPage(page: ErrorPage, script?: PageScript): Buffer
}

/** The URLs of a page's own script. Undefined of a page that's sent without one. */
type PageScript = readonly string[] | undefined

interface ErrorPage {
  head: PageHead
  description: string
}

/** The page of a route at one path, as its tags are made of it. */
export interface DescribedPage {
  route: ResolvedRoute
  /** The path of its address. */
  path: string
  /** What both sides know of the page. */
  head: PageHead
  fields: CrawlerFields
}

/**
 * What the server adds to the head of a page: the style, the loader of its script, and what only crawlers read. None of it
 * depends on React, and the browser does not hydrate it: after a click on a link it is that of the first page, since what
 * reads it, such as a search engine, loads each page as a document.
 */
export function createServerHead(parts: HeadParts): ServerHead {
  const { table, manifest, allowed, commonTags, headTags } = parts
  const { languages } = table
  // Encoded once: the style is the most of it.
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
    // Without `hydrate`: on a static host, the script of 404.html must run by itself to go to the canonical address of a page.
    ofErrorPage: ({ head, description }, script) =>
      joined(scriptLoaderTag(script, head), descriptionTag({ description }), commonTags),
  }
}

const descriptionTag = ({ description }: Pick<CrawlerFields, 'description'>) =>
  tag('meta', { name: 'description', content: description })

/**
 * The script that loads the others: those of the page, and the id of the build for what is loaded later. Its attributes
 * say what is in no other place of the document: client/entry.ts reads them. Without `data-lang` the page is in the company's
 * language, and without `data-hydrate` it is hydrated when the browser is idle.
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
    // The browser reads the path in the canonical link, if that is not another page's.
    ...(path && canonical && { 'data-path': path }),
    ...(alternates && {
      'data-alternates': alternates.map(each => `${each.lang}:${each.path}`).join(' '),
    }),
  }
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
  return `<script${written.join('')}>${scriptLoader}</script>`
}

/**
 * The policy comes first: on hosts that do not send our headers it applies to everything after it. client/hydrate.tsx
 * takes every tag after it for one that the server has added.
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

/** The text comes from the build and contains no end tag. */
const element = (name: string, text: string) => `<${name}>${text}</${name}>`
