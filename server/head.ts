import { company } from '../shared/company.ts'
import type { Row } from '../shared/page-table.ts'
import type { Assets } from './assets.ts'
import type { Folder } from './content-folders.ts'
import { linkedData, picture, pictureSize, pictureUrl, speculationRules } from './metadata.ts'
import { allowed, metaPolicy } from './policy.ts'

type Page = { row?: Row; script?: readonly string[] | undefined; folder?: Folder | undefined }

/**
 * What the server adds to the head of a page: the style, link previews and linked data, the loader of its script, and
 * the feed of its folder. None of it depends on React, and the browser does not hydrate it.
 */
export function createHead(assets: Assets, origin: string) {
  const common = commonTags(assets)
  return ({ row, script, folder }: Page) => {
    const loader = script ? `<script data-page="${script.join(' ')}">${assets.loader}</script>` : ''
    const feed = folder?.feed ? feedOf(folder.index, folder.feed) : ''
    return Buffer.from(common + loader + feed + (row ? previewOf(row, origin) : ''))
  }
}

/** The policy comes first: on hosts that do not send our headers it applies to everything after it. */
const commonTags = (assets: Assets) =>
  [
    tag('meta', { 'http-equiv': 'Content-Security-Policy', content: metaPolicy(assets) }),
    element('style', assets.style),
    tag('link', { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }),
    tag('link', { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' }),
    ...Object.entries(assets.paper).map(([scheme, content]) =>
      tag('meta', { name: 'theme-color', media: `(prefers-color-scheme: ${scheme})`, content }),
    ),
    `<script type="speculationrules">${speculationRules}</script>`,
    allowed.scripts,
    assets.reload ? element('script', assets.reload) : '',
  ].join('')

const feedOf = (index: Row, href: string) =>
  tag('link', { rel: 'alternate', type: 'application/atom+xml', title: index.heading, href })

function previewOf(row: Row, origin: string): string {
  const { path, title, description } = row
  const properties = {
    'og:type': 'website',
    'og:site_name': company.name,
    'og:url': origin + path,
    'og:title': title,
    'og:description': description,
    'og:image': pictureUrl(row, origin),
    'og:image:type': 'image/png',
    'og:image:width': String(pictureSize.width),
    'og:image:height': String(pictureSize.height),
    'og:image:alt': picture(row).alt,
  }
  const graph = linkedData(row, origin)
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

export const escaped = (text: string) => text.replace(/[&"<>]/g, character => `&#${character.charCodeAt(0)};`)

const tag = (name: string, attributes: Record<string, string>) =>
  `<${name} ${Object.entries(attributes)
    .map(([key, value]) => `${key}="${escaped(value)}"`)
    .join(' ')}/>`

/** The text comes from the build and contains no end tag. */
const element = (name: string, text: string) => `<${name}>${text}</${name}>`
