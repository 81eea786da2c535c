import type { Assets } from '../../../server/assets.ts'
import { HOST_FILES, typeOf } from '../../../server/files.ts'
import type { Headers, Security } from '../../../server/headers.ts'
import type { Table } from '../../../shared/page-table.ts'

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
  ownHtml: Object.keys(files).flatMap(name => /^public(\/.*\.html)$/.exec(name)?.[1] ?? []),
})

const extensions = [
  ...['html', 'js', 'json', 'txt', 'xml', 'webmanifest', 'speculationrules', 'woff2'],
  ...['svg', 'png', 'ico', 'jpg', 'jpeg', 'webp', 'avif', 'pdf', 'mp4', 'webm'],
]

/** Extensions without their dots, and what such files are. */
export const types = extensions.map(extension => [extension, typeOf(`x.${extension}`)] as const)

export const notice =
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
  types.flatMap(([extension, type]) => (security.of(type) === security.subresource ? extension : []))

/** The headers of a document that a subresource does not have. */
export const onlyOnDocuments = ({ document, subresource }: Security): Headers =>
  Object.fromEntries(Object.entries(document).filter(([name]) => !(name in subresource)))

/** One line for each. */
export const lines = <T>(all: readonly T[], line: (each: T, index: number) => string) =>
  all.map(line).join('\n')
