import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { contentType } from 'mime-types'
import { PRERENDERED } from './assets.ts'
import type { Headers } from './headers.ts'
import { PREVIEWS } from './metadata.ts'
import { type Bodies, encodings, type ReadyResponse } from './response.ts'

/** For files whose name holds a hash of their content. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** The Content-Type of a file, by its extension. */
export const typeOf = (name: string): string =>
  name.endsWith('.speculationrules')
    ? 'application/speculationrules+json' // Too new for mime-types.
    : contentType(extname(name)) || 'application/octet-stream'

/** The Cache-Control of a file, by its name in dist/. */
export const cacheControl = (name: string): string =>
  name === '404.html' ? 'no-store' : name.startsWith('assets/') ? IMMUTABLE : 'no-cache'

/** What only a host reads in dist/: a visitor gets none of it. */
export const HOST_FILES = ['_headers', '_redirects', '.htaccess', '.nojekyll', PRERENDERED]

/** Makes a response of a file of the site. */
export const fileResponse = (name: string, bodies: Bodies): ReadyResponse => ({ ...headOf(name), bodies })

function headOf(name: string): Pick<ReadyResponse, 'status' | 'headers'> {
  const headers: Headers = { 'Content-Type': typeOf(name), 'Cache-Control': cacheControl(name) }
  return { status: name === '404.html' ? 404 : 200, headers }
}

/**
 * Reads every file of a folder into a response, by the path of its URL: its name, unless `pathOf` says otherwise. A file
 * and its .br and .gz are one response. After this no request reaches the disk, but for link previews: each page has one, and
 * hardly anybody asks for it.
 */
export function readFiles(
  folder: string,
  pathOf: (name: string) => string | undefined = name => `/${name}`,
): Map<string, ReadyResponse> {
  const names = new Set(existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [])
  const compressed = new Set<string>(Object.values(encodings))
  const responses = new Map<string, ReadyResponse>()
  for (const name of names) {
    const file = join(folder, name)
    const portable = name.split(sep).join('/')
    const path = pathOf(portable)
    if (path === undefined || compressed.has(extname(name)) || !statSync(file).isFile()) continue
    const read = () => {
      const bodies: Bodies = { identity: readFileSync(file) }
      for (const [encoding, extension] of Object.entries(encodings)) {
        if (names.has(name + extension))
          bodies[encoding as keyof typeof encodings] = readFileSync(file + extension)
      }
      return bodies
    }
    if (!portable.startsWith(PREVIEWS)) responses.set(path, fileResponse(portable, read()))
    else
      responses.set(path, {
        ...headOf(portable),
        get bodies() {
          return read()
        },
      })
  }
  return responses
}
