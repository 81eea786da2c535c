import type { Company, HeadFields } from '../../shared/owner.ts'
import type { PageHead } from '../../shared/page-head.ts'
import type { Row, Table } from '../../shared/page-table.ts'
import { ICONS } from '../built-files.ts'
import { metaPolicy } from '../http/content-security-policy.ts'
import type { Manifest } from '../manifest.ts'
import type { Allowed } from '../owner.ts'
import { alternatesOf } from './alternates.ts'
import type { Folder } from './content-folders.ts'
import { escapeHtml } from './escape-html.ts'
import { previewOf } from './link-preview.ts'
import { linkedData } from './linked-data.ts'

interface HeadParts {
  table: Table
  manifest: Manifest
  company: Company
  allowed: Allowed
  origin: string
}

interface Page {
  /** Absent for an error page. */
  row?: Row
  /** What the page says of itself. */
  head: PageHead
  /** What else its row or its loader says of it. */
  said?: HeadFields
  /** The URLs of the page's own script. Without them the page is sent without a script. */
  script?: readonly string[] | undefined
  /** The folder of a page of shared/site/content/. */
  folder?: Folder | undefined
}

/**
 * What the server adds to the head of a page: the style, link previews and linked data, the loader of its script, and
 * the feed of its folder. None of it depends on React, and the browser does not hydrate it: after a click on a link it is
 * that of the first page, since what reads it, such as a search engine, loads each page as a document.
 */
export function createServerHead({ table, manifest, company, allowed, origin }: HeadParts) {
  const common = commonTags(manifest, allowed)
  return ({ row, head, said = {}, script, folder }: Page): Buffer => {
    const loader = script ? scriptLoaderOf(manifest, script, head) : ''
    const alternates = row ? alternateLinks(row, head, table, company, origin) : ''
    const feed = folder?.feed ? feedLink(folder.index, folder.feed) : ''
    const robots = said.noindex ? tag('meta', { name: 'robots', content: 'noindex' }) : ''
    const preview = row ? previewTags(row, head, said, company, origin) : ''
    return Buffer.from(common + loader + robots + feed + alternates + preview)
  }
}

/** The script that loads the others: those of the page, and the version of the build for what is loaded later. */
function scriptLoaderOf(
  { scriptLoader, version }: Manifest,
  script: readonly string[],
  { path, lang, canonical }: PageHead,
): string {
  const language = lang ? ` data-lang="${escapeHtml(lang)}"` : ''
  // The browser reads the path in the canonical link, if that is not another page's.
  const ownPath = path && canonical ? ` data-path="${path}"` : ''
  return `<script data-page="${script.join(' ')}" data-version="${version}"${language}${ownPath}>${scriptLoader}</script>`
}

/** The same page in each language: https://developers.google.com/search/docs/specialty/international/localized-versions */
const alternateLinks = (
  row: Row,
  { path: address = row.path }: PageHead,
  table: Table,
  company: Company,
  origin: string,
): string =>
  alternatesOf(row, address, table, company)
    .map(({ hreflang, path }) => tag('link', { rel: 'alternate', hreflang, href: origin + path }))
    .join('')

/**
 * The policy comes first: on hosts that do not send our headers it applies to everything after it. By it client/hydrate.tsx
 * finds what the server adds.
 */
const commonTags = (manifest: Manifest, allowed: Allowed) =>
  [
    tag('meta', { 'http-equiv': 'Content-Security-Policy', content: metaPolicy(manifest, allowed) }),
    element('style', manifest.style),
    tag('link', { rel: 'icon', href: `/${ICONS.svg}`, type: 'image/svg+xml' }),
    tag('link', { rel: 'apple-touch-icon', href: `/${ICONS.touch}` }),
    ...Object.entries(manifest.paper).map(([scheme, content]) =>
      tag('meta', { name: 'theme-color', media: `(prefers-color-scheme: ${scheme})`, content }),
    ),
    `<script type="speculationrules">${manifest.speculationRules}</script>`,
    allowed.scripts,
    manifest.reload ? element('script', manifest.reload) : '',
  ].join('')

const feedLink = (index: Row, href: string) =>
  tag('link', { rel: 'alternate', type: 'application/atom+xml', title: index.heading, href })

function previewTags(
  row: Row,
  { path = row.path, title, description, canonical = path }: PageHead,
  said: HeadFields,
  company: Company,
  origin: string,
): string {
  const { url, type, width, height } = previewOf(row, said, origin)
  const properties = {
    'og:type': 'website',
    'og:site_name': company.name,
    ...(row.lang && { 'og:locale': row.lang.replaceAll('-', '_') }),
    'og:url': new URL(canonical, origin).href,
    'og:title': title,
    'og:description': description,
    'og:image': url,
    ...(type && { 'og:image:type': type }),
    ...(width && height && { 'og:image:width': String(width), 'og:image:height': String(height) }),
    'og:image:alt': `${company.name}: ${row.heading}`,
  }
  const graph = linkedData(row, said, company, origin)
  // Escaped, so that a text cannot close the script element.
  const data = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll(
    '<',
    '\\u003c',
  )
  return [
    ...Object.entries(properties).map(([property, content]) => tag('meta', { property, content })),
    tag('meta', { name: 'twitter:card', content: 'summary_large_image' }),
    graph.length > 0 ? `<script type="application/ld+json">${data}</script>` : '',
  ].join('')
}

const tag = (name: string, attributes: Record<string, string>) =>
  `<${name} ${Object.entries(attributes)
    .map(([key, value]) => `${key}="${escapeHtml(value)}"`)
    .join(' ')}/>`

/** The text comes from the build and contains no end tag. */
const element = (name: string, text: string) => `<${name}>${text}</${name}>`
