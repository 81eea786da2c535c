import { hash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { ENCODINGS, MAX_BYTES_IN_MEMORY } from '../lib/built-files.ts'
import { nameIn } from '../lib/file-names.ts'
import type { Manifest } from '../lib/manifest.ts'
import { EMBEDDABLE, fileResponse, type ResponseBody, type ReusableResponse } from './responses.ts'

/**
 * Reads every file in a folder into a response, by its decoded path in NFC. A file, its .br and its .gz are one response. Large
 * files stay on the disk, and so do the ones that a feature has drawn, because they're rarely requested.
 */
export function readFiles(
  folder: string,
  { digests, embeddable }: Pick<Manifest, 'digests' | 'embeddable'>,
): Map<string, ReusableResponse> {
  const responses = new Map<string, ReusableResponse>()
  const names = namesIn(folder)
  for (const name of names) {
    if (COMPRESSED_EXTENSIONS.has(extname(name))) continue
    const file = join(folder, name)
    const digest = digestOf(file, name, digests)
    const bodyOf = (path: string): ResponseBody =>
      digest === undefined ? readFileSync(path) : { file: path, length: statSync(path).size, digest }
    const encoded = (extension: string) =>
      names.has(name + extension) ? bodyOf(file + extension) : undefined
    const bodies = { identity: bodyOf(file), br: encoded(ENCODINGS.br), gzip: encoded(ENCODINGS.gzip) }
    const headers = isAmong(embeddable, name) ? EMBEDDABLE : {}
    responses.set(`/${name.normalize()}`, fileResponse(name, bodies, headers))
  }
  return responses
}

/** Whether a file is in this list, or in a folder that's in it. A folder's name ends with /. */
const isAmong = (names: readonly string[], file: string) =>
  names.some(name => (name.endsWith('/') ? file.startsWith(name) : file === name))

const COMPRESSED_EXTENSIONS = new Set<string>(Object.values(ENCODINGS))

/** The names of all files in a folder and its subfolders. */
function namesIn(folder: string): Set<string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => !entry.isDirectory())
  return new Set(files.map(({ parentPath, name }) => nameIn(folder, join(parentPath, name))))
}

/** The digest of a file that stays on the disk. Undefined for a file that's kept in memory. */
function digestOf(file: string, name: string, digests: Readonly<Record<string, string>>): string | undefined {
  if (Object.hasOwn(digests, name)) return digests[name]
  // The build has hashed the files in build/public/. Other large ones, such as a sitemap in dist/, are hashed at the start.
  const isLarge = statSync(file).size > MAX_BYTES_IN_MEMORY
  return isLarge ? hash('sha256', readFileSync(file), 'base64url') : undefined
}
