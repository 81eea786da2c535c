import { type ServerResponse, STATUS_CODES } from 'node:http'
import { extname } from 'node:path'
import { contentType } from 'mime-types'
import { ASSETS_FOLDER, type ENCODINGS } from '../lib/built-files.ts'
import { ENGINE_VERSION } from '../version.ts'
import type { HttpHeaders } from './security-headers.ts'

// Every kind of response from the core, with its status and its Cache-Control. send.ts sends them, also as a 304 or a 206, with
// the headers of security-headers.ts.

/** A response that `createSend` sends itself, as often as it's needed: its headers are prepared only once. */
export interface ReusableResponse {
  status: number
  /** All headers except those for security, which `createSend` adds. */
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

/** A body in every content encoding that it has. */
export type Bodies = { readonly [encoding in Encoding]?: ResponseBody | undefined } & {
  readonly identity: ResponseBody
}

/**
 * A response to one request, which Express sends. `setDefaultHeaders` in http/app.ts has set its security headers. Express adds a
 * weak ETag; `compression` compresses the body unless it's already encoded.
 */
export interface SingleUseResponse {
  status: number
  headers: HttpHeaders
  body: Buffer | string
}

export type AnyResponse = ReusableResponse | SingleUseResponse

// The values of Cache-Control: RFC 9111, section 5.2.2.

/** Caches store it for a year, and never revalidate it. */
const IMMUTABLE = 'public, max-age=31536000, immutable'
/** Caches store it, and revalidate it each time: a 304 is cheap. */
export const REVALIDATED = 'no-cache'
export const NOT_STORED = 'no-store'

/** A page's Cache-Control: caches store only a 200. */
export const storedIfOk = (status: number, value: string) => (status === 200 ? value : NOT_STORED)

export const HTML = 'text/html; charset=utf-8'
export const JSON_TYPE = 'application/json; charset=utf-8'
const TEXT = 'text/plain; charset=utf-8'

/** The response for a page that is the same for everybody: a page with 200, or the 404 or 500 page, which no cache stores. */
export const pageResponse = (status: number, bodies: Bodies): ReusableResponse => ({
  status,
  headers: { 'Content-Type': HTML, 'Cache-Control': storedIfOk(status, REVALIDATED) },
  bodies,
})

/** The response to OPTIONS at a path that has both a page and an endpoint, as Express responds at an endpoint. */
export const optionsResponse = (methods: readonly string[]): SingleUseResponse => ({
  status: 200,
  headers: { 'Content-Type': TEXT, 'Cache-Control': NOT_STORED, Allow: methods.join(', ') },
  body: methods.join(', '),
})

/** The default headers for an endpoint's responses. Express adds a weak ETag. */
export const ENDPOINT_HEADERS: HttpHeaders = { 'Cache-Control': NOT_STORED }

/** Lets other sites show a file, such as a picture in a search result, a chat or a feed reader. */
export const EMBEDDABLE: HttpHeaders = { 'Cross-Origin-Resource-Policy': 'cross-origin' }

/** One of the site's files, generated or not, by its name in dist/. */
export const fileResponse = (name: string, bodies: Bodies, headers?: HttpHeaders): ReusableResponse => ({
  status: 200,
  headers: { 'Content-Type': typeOfFile(name), 'Cache-Control': cacheControl(name), ...headers },
  bodies,
})

/**
 * The type of Apple's file, which has no extension: https://developer.apple.com/documentation/xcode/supporting-associated-domains
 */
export const APPLE_SITE_ASSOCIATION = '.well-known/apple-app-site-association'

const typeOfFile = (name: string): string =>
  name === APPLE_SITE_ASSOCIATION ? JSON_TYPE : contentType(extname(name)) || 'application/octet-stream'

/** A file's Cache-Control, by its name in dist/. An asset's name contains a hash of its content. */
export const cacheControl = (name: string): string =>
  name.startsWith(`${ASSETS_FOLDER}/`) ? IMMUTABLE : REVALIDATED

/** A short plain-text response. */
export const textResponse = (status: number, text: string, headers?: HttpHeaders): ReusableResponse => ({
  status,
  headers: { 'Content-Type': TEXT, 'Cache-Control': NOT_STORED, ...headers },
  bodies: { identity: Buffer.from(`${text}\n`) },
})

/** A redirect, such as from a different spelling of a page's path. */
export const redirectResponse = (status: number, to: string, query = ''): ReusableResponse =>
  textResponse(status, `See ${to}`, { Location: to + query })

/** The addresses that report whether the process is alive, and whether it's ready. */
export const PROBES = { alive: '/healthz', ready: '/readyz' } as const

export const isProbe = (path: string): boolean => path === PROBES.alive || path === PROBES.ready

export const livenessOk = (buildId: string, release: string) =>
  textResponse(200, `ok ${[buildId, release].filter(Boolean).join(' ')}\nengine ${ENGINE_VERSION}`)
export const readinessOk = textResponse(200, 'ok')
export const shuttingDown = textResponse(503, 'shutting down')

export const assetNotFound = textResponse(404, 'Not found')
/** The methods for a page or a file. */
export const READ_METHODS: readonly string[] = ['GET', 'HEAD']

/** A 405 with the allowed methods, as RFC 9110, section 15.5.6 requires. */
export const methodNotAllowed = (methods: readonly string[]) =>
  textResponse(405, 'Method not allowed', { Allow: methods.join(', ') })

export const preconditionFailed = textResponse(412, 'Precondition failed')
export const rangeNotSatisfiable = (length: number) =>
  textResponse(416, 'Range not satisfiable', { 'Content-Range': `bytes */${length}` })

/** A plain-text error: a client error in an endpoint, or any error whose page can't be rendered. */
export const errorResponse = (status: number) => textResponse(status, STATUS_CODES[status] ?? 'Bad request')

/** Whether a response is a stream of server-sent events, which ends only when the connection is cut. */
export const isEventStream = (res: ServerResponse): boolean =>
  String(res.getHeader('Content-Type')).startsWith('text/event-stream')
