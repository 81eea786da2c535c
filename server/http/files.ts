import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { contentType } from 'mime-types'
import { ENCODINGS, MAX_SIZE_IN_MEMORY, PREVIEWS_FOLDER } from '../constants.ts'
import type { Bodies, Body, StaticResponse } from './response.ts'

/** The Cache-Control of a file, by its name in dist/. An asset's name contains a hash of its content. */
export const cacheControl = (name: string): string =>
  name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'

/** The response for a file of the site. */
export const fileResponse = (name: string, bodies: Bodies): StaticResponse => ({
  status: 200,
  headers: {
    'Content-Type': contentType(extname(name)) || 'application/octet-stream',
    'Cache-Control': cacheControl(name),
  },
  bodies,
})

/**
 * Reads every file of a folder into a response, by the path of its URL, decoded and in NFC. A file and its .br and .gz
 * are one response. Large files and link previews, which are hardly ever requested, stay on the disk.
 */
export function readFiles(
  folder: string,
  digests: Readonly<Record<string, string>>,
): Map<string, StaticResponse> {
  const found = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  const names = new Set(found)
  const compressedExtensions = new Set<string>(Object.values(ENCODINGS))
  const responses = new Map<string, StaticResponse>()
  for (const name of names) {
    const stats = statSync(join(folder, name))
    if (compressedExtensions.has(extname(name)) || !stats.isFile()) continue
    const portable = name.split(sep).join('/')
    const staysOnDisk = stats.size > MAX_SIZE_IN_MEMORY || portable.startsWith(PREVIEWS_FOLDER)
    // As the digest of a preview counts when it was made.
    const digest = digests[portable] ?? `${stats.mtimeMs} ${stats.size}`
    const read = (extension: string): Body => {
      const file = join(folder, name + extension)
      return staysOnDisk ? { file, length: statSync(file).size, digest } : readFileSync(file)
    }
    const encoded = (extension: string) => (names.has(name + extension) ? read(extension) : undefined)
    const bodies = { identity: read(''), br: encoded(ENCODINGS.br), gzip: encoded(ENCODINGS.gzip) }
    responses.set(`/${portable.normalize()}`, fileResponse(portable, bodies))
  }
  return responses
}
