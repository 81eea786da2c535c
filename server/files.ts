import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { contentType } from 'mime-types'
import { PRERENDERED } from './assets.ts'
import { PREVIEWS } from './metadata.ts'
import { type Bodies, type Body, encodings, type ReadyResponse } from './response.ts'

/** The Content-Type of a file, by its extension. */
const typeOf = (name: string) => contentType(extname(name)) || 'application/octet-stream'

/** The Cache-Control of a file, by its name in dist/. An asset's name contains a hash of its content. */
export function cacheControl(name: string): string {
  if (name.startsWith('assets/')) return 'public, max-age=31536000, immutable'
  return name === '404.html' ? 'no-store' : 'no-cache'
}

/** Files of dist/ that only hosts read. They are never served. */
export const HOST_FILES = ['_headers', '_redirects', '.htaccess', '.nojekyll', PRERENDERED]

/** The response for a file of the site. */
export const fileResponse = (name: string, bodies: Bodies): ReadyResponse => ({
  status: name === '404.html' ? 404 : 200,
  headers: { 'Content-Type': typeOf(name), 'Cache-Control': cacheControl(name) },
  bodies,
})

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)]

/** Compresses a body that is sent many times, in the thread pool: 1 ms for a page. Brotli 11 takes 37 ms for 8 % less. */
export async function compressed(identity: Buffer): Promise<Bodies> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 9,
    [constants.BROTLI_PARAM_LGWIN]: 16, // A larger window takes longer to allocate than to use.
    [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
  }
  const [br, gzip] = await Promise.all([toBrotli(identity, { params }), toGzip(identity, { level: 9 })])
  const smaller = (body: Buffer) => (body.length < identity.length ? body : undefined)
  return { identity, br: smaller(br), gzip: smaller(gzip) }
}

/** In bytes. A larger file is not kept in memory. */
export const LARGE_FILE = 1_000_000

/**
 * Reads every file of a folder into a response, by the path of its URL, decoded and in NFC. A file and its .br and .gz
 * are one response. Large files and link previews, which are hardly ever requested, stay on the disk.
 */
export function readFiles(
  folder: string,
  digests: Readonly<Record<string, string>>,
): Map<string, ReadyResponse> {
  const found = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  const names = new Set(found)
  const compressed = new Set<string>(Object.values(encodings))
  const responses = new Map<string, ReadyResponse>()
  for (const name of names) {
    const stats = statSync(join(folder, name))
    if (compressed.has(extname(name)) || !stats.isFile()) continue
    const portable = name.split(sep).join('/')
    const staysOnDisk = stats.size > LARGE_FILE || portable.startsWith(PREVIEWS)
    // As the digest of a preview counts when it was made.
    const digest = digests[portable] ?? `${stats.mtimeMs} ${stats.size}`
    const read = (extension: string): Body => {
      const file = join(folder, name + extension)
      return staysOnDisk ? { file, length: statSync(file).size, digest } : readFileSync(file)
    }
    const encoded = (extension: string) => (names.has(name + extension) ? read(extension) : undefined)
    const bodies = { identity: read(''), br: encoded(encodings.br), gzip: encoded(encodings.gzip) }
    responses.set(`/${portable.normalize()}`, fileResponse(portable, bodies))
  }
  return responses
}
