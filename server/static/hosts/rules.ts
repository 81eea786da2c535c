import { typeOf } from '../../files.ts'
import type { Headers } from '../../headers.ts'

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

/** Files that stand beside others, or that have a shorter address: asked for by name, they are not there. */
export const hidden = String.raw`(\.(html|br|gz|zst)|^/_headers|^/\.nojekyll|^/\.build\.json)$`

/** Every way to write a path: with capitals, with slashes too many. */
export const anySpelling = (path: string) =>
  path === '/' ? '^//+$' : `^${path.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('/', '/+')}/*$`

/** One line for each header. */
export const lines = (headers: Headers, line: (name: string, value: string) => string) =>
  Object.entries(headers)
    .map(([name, value]) => line(name, value))
    .join('\n')
