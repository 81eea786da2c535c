import { type PageId, pageAt, pageIds, pages } from '../shared/pages.ts'
import { site } from '../shared/site.ts'
import type { Assets } from './assets.ts'
import { linkedData, picture, pictureSize, pictureUrl } from './metadata.ts'
import { metaPolicy } from './policy.ts'

/** What the server adds to the head of a page. */
export type Head = (path: string) => Buffer

/**
 * The style, the loader, link previews and linked data, as HTML. None of it depends on React, and the browser does not
 * hydrate it: so it is made once, and put into what React renders.
 */
export function createHead(assets: Assets, origin: string): Head {
  const common = looks(assets) + element('script', assets.loader)
  const known = new Map(pageIds.map(id => [id, Buffer.from(common + previewOf(id, origin))]))
  const unknown = Buffer.from(common)
  return path => {
    const id = pageAt(path)
    return (id && known.get(id)) ?? unknown
  }
}

/** The head of the error page: the looks, and not the site's script. */
export function createErrorHead(assets: Assets): Head {
  const head = Buffer.from(looks(assets))
  return () => head
}

/** The policy stands first: for hosts that send no headers of ours, it governs what comes after it. */
const looks = (assets: Assets) =>
  [
    tag('meta', { 'http-equiv': 'Content-Security-Policy', content: metaPolicy(assets) }),
    element('style', assets.style),
    tag('link', { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }),
    tag('link', { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' }),
    tag('link', { rel: 'manifest', href: '/manifest.webmanifest' }),
    ...Object.entries(assets.paper).map(([scheme, content]) =>
      tag('meta', { name: 'theme-color', media: `(prefers-color-scheme: ${scheme})`, content }),
    ),
    assets.reload ? element('script', assets.reload) : '',
  ].join('')

/** What link previews and search engines read of a page. */
function previewOf(id: PageId, origin: string): string {
  const { path, title, description } = pages[id]
  const properties = {
    'og:type': 'website',
    'og:site_name': site.name,
    'og:url': origin + path,
    'og:title': title,
    'og:description': description,
    'og:image': pictureUrl(id, origin),
    'og:image:type': 'image/png',
    'og:image:width': String(pictureSize.width),
    'og:image:height': String(pictureSize.height),
    'og:image:alt': picture(id).alt,
  }
  // JSON that cannot end the script element in which it stands.
  const data = JSON.stringify(linkedData(id, origin)).replaceAll('<', '\\u003c')
  return [
    ...Object.entries(properties).map(([property, content]) => tag('meta', { property, content })),
    tag('meta', { name: 'twitter:card', content: 'summary_large_image' }),
    `<script type="application/ld+json">${data}</script>`,
  ].join('')
}

const escaped = (text: string) => text.replace(/[&"<>]/g, character => `&#${character.charCodeAt(0)};`)

const tag = (name: string, attributes: Record<string, string>) =>
  `<${name} ${Object.entries(attributes)
    .map(([key, value]) => `${key}="${escaped(value)}"`)
    .join(' ')}/>`

/** The text is the build's own, and holds no end tag. */
const element = (name: string, text: string) => `<${name}>${text}</${name}>`
