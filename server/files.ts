import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { moved } from '../shared/pages.ts'
import { type Answer, type Bodies, codings, prepare } from './answer.ts'
import { type Headers, immutable } from './headers.ts'
import { movedFile } from './paths.ts'

/** What a file is, by its extension. */
export const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.speculationrules': 'application/speculationrules+json',
}

/** The URL of a file of the site: its name, without the .html of a page. */
const urlOf = (name: string) => `/${name}`.replace(/\.html$/, '').replace(/^\/index$/, '/')

/** How long a file may be kept by its name alone. */
export const cacheControl = (name: string) => (name.startsWith('assets/') ? immutable : 'no-cache')

/** What only a host reads in dist/: a visitor never sees it. */
const unseen = new Set<string | undefined>([
  '_headers',
  '_redirects',
  '.nojekyll',
  ...moved.map(([from]) => movedFile(from)),
])

/** Makes a file of the site ready to be sent. */
export function prepareFile(name: string, bodies: Bodies, security: Headers): Answer {
  const missing = name === '404.html'
  const cache = missing ? 'no-store' : cacheControl(name)
  const type = types[extname(name)] ?? 'application/octet-stream'
  return prepare(missing ? 404 : 200, { 'Content-Type': type, 'Cache-Control': cache, ...security }, bodies)
}

/**
 * Reads every file of a folder into an answer that is ready to be sent, by its URL. A file and its .br, .zst and
 * .gz are one answer. After this no request reaches the disk.
 */
export function readFiles(folder: string, security: Headers): Map<string, Answer> {
  const names = new Set(existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [])
  const compressed = new Set<string>(Object.values(codings))
  const answers = new Map<string, Answer>()
  for (const name of names) {
    const file = join(folder, name)
    if (unseen.has(name) || compressed.has(extname(name)) || !statSync(file).isFile()) continue
    const bodies: Bodies = { identity: readFileSync(file) }
    for (const [coding, extension] of Object.entries(codings)) {
      if (names.has(name + extension)) bodies[coding as keyof typeof codings] = readFileSync(file + extension)
    }
    const path = name.split(sep).join('/')
    answers.set(urlOf(path), prepareFile(path, bodies, security))
  }
  return answers
}
