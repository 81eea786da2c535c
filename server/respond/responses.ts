import { type ServerResponse, STATUS_CODES } from 'node:http'
import { extname } from 'node:path'
import { contentType } from 'mime-types'
import { ASSETS_FOLDER, type ENCODINGS } from '../lib/built-files.ts'
import { ENGINE_VERSION } from '../version.ts'
import type { HttpHeaders } from './security-headers.ts'

// Every kind of response: its status, its Cache-Control, and whether it has an ETag. send.ts sends them, with the headers
// for security that security-headers.ts has.

/** A response that is the same for every request. */
export interface CachedResponse {
  status: number
  /** All but the security headers, which `createSend` adds. */
  headers: HttpHeaders
  bodies: Bodies
}

export type Encoding = keyof typeof ENCODINGS

/** A body in a file that is read for each request, with a digest of its bytes. */
export interface FileBody {
  file: string
  length: number
  digest: string
}

export type ResponseBody = Buffer | FileBody

/** A body in every content encoding that there is. */
export type Bodies = { readonly [encoding in Encoding]?: ResponseBody | undefined } & {
  readonly identity: ResponseBody
}

/** A response for one request. Express gives it a weak ETag, and compresses it on its way unless it's encoded already. */
export interface UncachedResponse {
  status: number
  headers: HttpHeaders
  body: Buffer | string
}

export type AnyResponse = CachedResponse | UncachedResponse

/**
 * Whether a static response has an ETag: a strong one, of its bytes and its headers. Only such a response can be a 304,
 * or be sent in part.
 */
export const hasETag = ({ status }: CachedResponse): boolean => status === 200

// Cache-Control: RFC 9111, section 5.2.2.

/** For one year. */
const IMMUTABLE = 'public, max-age=31536000, immutable'
/** Caches store it, and ask each time whether it is current: a 304 is cheap. */
export const REVALIDATED = 'no-cache'
/** The same, but in the visitor's browser alone: no shared cache stores it. */
export const PRIVATE = 'private, no-cache'
export const NOT_STORED = 'no-store'

/** Only a 200 is stored by caches. */
export const ifOk = (status: number, value: string) => (status === 200 ? value : NOT_STORED)

export const HTML = 'text/html; charset=utf-8'
export const JSON_TYPE = 'application/json; charset=utf-8'
const TEXT = 'text/plain; charset=utf-8'

/** When a client may ask again for a page that was refused. */
const RETRY_AFTER_SECONDS = '1'

const retryAfter = (status: number): HttpHeaders =>
  status === 503 ? { 'Retry-After': RETRY_AFTER_SECONDS } : {}

export interface RespondedPage {
  status: number
}

/** A page for everybody: also the pages 404, 500 and 503. */
export const pageResponse = ({ status }: RespondedPage, bodies: Bodies): CachedResponse => ({
  status,
  headers: { 'Content-Type': HTML, 'Cache-Control': ifOk(status, REVALIDATED), ...retryAfter(status) },
  bodies,
})

/** Answers OPTIONS at a page with an endpoint, in the form in which Express does it at an endpoint. */
export const optionsResponse = (methods: readonly string[]): UncachedResponse => ({
  status: 200,
  headers: { 'Content-Type': TEXT, 'Cache-Control': NOT_STORED, Allow: methods.join(', ') },
  body: methods.join(', '),
})

/** What an endpoint sends has these, unless it says otherwise. Express gives it a weak ETag. */
export const ENDPOINT_HEADERS: HttpHeaders = { 'Cache-Control': NOT_STORED }

/** What a search result, a chat or a feed reader needs to show a picture of the site. */
export const EMBEDDABLE: HttpHeaders = { 'Cross-Origin-Resource-Policy': 'cross-origin' }

/** A file of the site, generated or not, by its name in dist/. */
export const fileResponse = (name: string, bodies: Bodies, headers?: HttpHeaders): CachedResponse => ({
  status: 200,
  headers: { 'Content-Type': typeOfFile(name), 'Cache-Control': cacheControl(name), ...headers },
  bodies,
})

/** Apple's file has no extension: https://developer.apple.com/documentation/xcode/supporting-associated-domains */
export const APPLE_SITE_ASSOCIATION = '.well-known/apple-app-site-association'

const typeOfFile = (name: string): string =>
  name === APPLE_SITE_ASSOCIATION ? JSON_TYPE : contentType(extname(name)) || 'application/octet-stream'

/** The Cache-Control of a file, by its name in dist/. An asset's name contains a hash of its content. */
export const cacheControl = (name: string): string =>
  name.startsWith(`${ASSETS_FOLDER}/`) ? IMMUTABLE : REVALIDATED

/** A short plain text. */
export const textResponse = (status: number, text: string, headers?: HttpHeaders): CachedResponse => ({
  status,
  headers: { 'Content-Type': TEXT, 'Cache-Control': NOT_STORED, ...headers },
  bodies: { identity: Buffer.from(`${text}\n`) },
})

/** Leads to another address, such as from another spelling of a page's path. */
export const redirectResponse = (status: number, to: string, query = ''): CachedResponse =>
  textResponse(status, `See ${to}`, { Location: to + query })

/** The addresses that say whether the process lives, and whether it is ready. */
export const PROBES = { alive: '/healthz', ready: '/readyz' } as const

export const isProbe = (path: string): boolean => path === PROBES.alive || path === PROBES.ready

export const livenessOk = (release: string) => textResponse(200, `ok ${release}\nengine ${ENGINE_VERSION}`)
export const readinessOk = textResponse(200, 'ok')
export const shuttingDown = textResponse(503, 'shutting down')

export const assetNotFound = textResponse(404, 'Not found')
/** The methods of a page or a file. */
export const READ_METHODS: readonly string[] = ['GET', 'HEAD']

/** Names the methods that there are, as RFC 9110, section 15.5.6 wants it. */
export const methodNotAllowed = (methods: readonly string[]) =>
  textResponse(405, 'Method not allowed', { Allow: methods.join(', ') })

export const preconditionFailed = textResponse(412, 'Precondition failed')
export const rangeNotSatisfiable = (length: number) =>
  textResponse(416, 'Range not satisfiable', { 'Content-Range': `bytes */${length}` })

/** An error without a page: of the client in an endpoint, or where the site's own page cannot be rendered. */
export const errorResponse = (status: number) =>
  textResponse(status, STATUS_CODES[status] ?? 'Bad request', retryAfter(status))

/** Whether a response is a stream of server-sent events, which ends only by being cut. */
export const isEventStream = (res: ServerResponse): boolean =>
  String(res.getHeader('Content-Type')).startsWith('text/event-stream')
