import type { Assets } from '../../../server/assets.ts'
import { HOST_FILES, typeOf } from '../../../server/files.ts'
import type { Headers, Security } from '../../../server/headers.ts'
import type { Table } from '../../../shared/table.ts'

/** What the configuration of a host is made from. */
export interface HostedSite {
  table: Table
  security: Security
  /** The paths of the company's own .html files. */
  ownHtml: readonly string[]
}

export const hostedSite = (
  table: Table,
  security: Security,
  { files }: Pick<Assets, 'files'>,
): HostedSite => ({
  table,
  security,
  ownHtml: Object.keys(files).flatMap(name => (name.endsWith('.html') ? `/${name}` : [])),
})

const extensions = [
  ...['html', 'js', 'json', 'txt', 'xml', 'webmanifest', 'speculationrules', 'woff2'],
  ...['svg', 'png', 'ico', 'jpg', 'jpeg', 'webp', 'avif', 'pdf', 'mp4', 'webm'],
]

/** What a file is, by its extension. */
export const types: Record<string, string> = Object.fromEntries(
  extensions.map(extension => [`.${extension}`, typeOf(`x.${extension}`)]),
)

export const made =
  'Made by npm run prerender from the page table and server/headers.ts: make it again, do not edit it.'

/** A text as a part of a regular expression. */
const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Files that stand beside others, or that have a shorter address: asked for by name, they are not there, but for `ownHtml`. */
export const hidden = String.raw`(\.(html|br|gz)|^/(${HOST_FILES.map(literal).join('|')}))$`

/** Every way to write a path: with capitals, with slashes too many. */
export const anySpelling = (path: string) =>
  path === '/' ? '^//+$' : `^${literal(path).replaceAll('/', '/+')}/*$`

/** The extensions of what is never opened as a document, without their dots: such files carry fewer headers. */
export const subresources = (security: Security): string[] =>
  Object.entries(types)
    .filter(([, type]) => security.of(type) === security.subresource)
    .map(([extension]) => extension.slice(1))

/** The headers of a document that a subresource does not have. */
export const onlyOnDocuments = ({ document, subresource }: Security): Headers =>
  Object.fromEntries(Object.entries(document).filter(([name]) => !(name in subresource)))

/** One line for each header. */
export const lines = (headers: Headers, line: (name: string, value: string) => string) =>
  Object.entries(headers)
    .map(([name, value]) => line(name, value))
    .join('\n')
