import { createHash } from 'node:crypto'
import type { Request, Response } from 'express'
import { ENCODINGS } from '../lib/built-files.ts'
import { copyPart, MissingFile, openFile, type Part } from './copy-file.ts'
import {
  type AnyResponse,
  type Encoding,
  type FileBody,
  preconditionFailed,
  type ResponseBody,
  type ReusableResponse,
  rangeNotSatisfiable,
  type SingleUseResponse,
} from './responses.ts'
import type { HttpHeaders, Security } from './security-headers.ts'

/** The supported content encodings, best first. */
const ENCODING_NAMES = Object.keys(ENCODINGS) as Encoding[]

/** Sends a response: chooses its content encoding, and handles conditional requests, ranges and HEAD. */
export type Send = (req: Request, res: Response, response: AnyResponse) => void | Promise<void>

/** Creates the function that sends responses. A response's headers are prepared the first time it's sent. */
export function createSend(security: Security): Send {
  const preparedResponses = new WeakMap<ReusableResponse, Prepared>()

  const send: Send = (req, res, response) => {
    if ('body' in response) return sendOnce(res, response)
    const { status } = response
    const { identity, encoded } = preparedResponses.getOrInsertComputed(response, () =>
      prepare(response, security),
    )
    const accepted = acceptedEncodings(req)
    const prepared = encoded.find(({ encoding }) => accepted.includes(encoding)) ?? identity
    const { body, etag, headerList } = prepared
    if (etag === undefined) return sendBody(req, res, { status, headerList, body })

    // RFC 9110, section 13.2.2 defines this order. Conditions with dates are ignored, because nothing has a Last-Modified.
    if (failsIfMatch(req, etag)) return send(req, res, preconditionFailed)
    if (matches(req.headers['if-none-match'], etag)) {
      writeHead(req, res, 304, prepared.notModifiedList)
      res.end()
      return
    }
    const part = rangeOf(req, etag, body.length)
    if (part === 'unsatisfiable') return send(req, res, rangeNotSatisfiable(body.length))
    if (!part) return sendBody(req, res, { status, headerList, body })
    return sendBody(req, res, { status: 206, headerList: partialHeaders(prepared, part), body, part })
  }
  return send
}

/** Sends a response to one request. Express handles its weak ETag, its 304 and HEAD. */
function sendOnce(res: Response, { status, headers, body }: SingleUseResponse): void {
  res.status(status).set(headers).vary('Accept-Encoding').send(body)
}

/** A body in one content encoding, with its headers. */
interface PreparedBody {
  body: ResponseBody
  etag: string | undefined
  /** All headers except Content-Length. */
  headers: HttpHeaders
  // These are flat lists of names and values, which writeHead sends as they are. With an object, a request takes a tenth more CPU.
  headerList: string[]
  notModifiedList: string[]
}

interface Prepared {
  identity: PreparedBody
  /** The body's encodings, best first. */
  encoded: (PreparedBody & { encoding: Encoding })[]
}

function prepare(response: ReusableResponse, security: Security): Prepared {
  const { status, headers, bodies } = response
  const withETag = status === 200 // Only a response with an ETag can be a 304, or be sent in part.
  const encodings = ENCODING_NAMES.filter(encoding => bodies[encoding])
  const common: HttpHeaders = { ...security.forType(headers['Content-Type'] ?? ''), ...headers }
  if (encodings.length > 0) common.Vary = 'Accept-Encoding'
  return {
    identity: prepareBody(withETag, common, bodies.identity),
    encoded: encodings.map(encoding => ({
      ...prepareBody(withETag, common, bodies[encoding] ?? bodies.identity, encoding),
      encoding,
    })),
  }
}

/** The headers for a 304: RFC 9110, section 15.4.5. */
const NOT_MODIFIED_HEADERS = /^(ETag|Cache-Control|Vary)$/

function prepareBody(
  withETag: boolean,
  common: HttpHeaders,
  body: ResponseBody,
  encoding?: Encoding,
): PreparedBody {
  const etag = withETag ? etagOf(body, common, encoding) : undefined
  const headers: HttpHeaders = { ...common }
  if (encoding) headers['Content-Encoding'] = encoding
  if (etag !== undefined) {
    headers.ETag = etag
    headers['Accept-Ranges'] = 'bytes'
  }
  const notModified = Object.entries(headers).filter(([name]) => NOT_MODIFIED_HEADERS.test(name))
  return {
    body,
    etag,
    headers,
    headerList: flat({ ...headers, 'Content-Length': String(body.length) }),
    notModifiedList: notModified.flat(),
  }
}

/** The ETag for a body and its headers. A 304 repeats few headers, so a release that changes another one needs a new ETag. */
function etagOf(body: ResponseBody, headers: HttpHeaders, encoding = ''): string {
  const hash = createHash('sha256')
  hash.update(Buffer.isBuffer(body) ? body : `${body.digest} ${encoding}`)
  hash.update(JSON.stringify(headers))
  return `"${hash.digest('base64url').slice(0, 16)}"`
}

function partialHeaders({ headers, body }: PreparedBody, { start, end }: Part): string[] {
  return flat({
    ...headers,
    'Content-Range': `bytes ${start}-${end}/${body.length}`,
    'Content-Length': String(end - start + 1),
  })
}

const flat = (headers: HttpHeaders) => Object.entries(headers).flat()

function writeHead(req: Request, res: Response, status: number, headerList: string[]): void {
  res.locals.isEncoded = true // For `compressPerRequest`.
  res.writeHead(status, headerList.concat('X-Request-Id', req.id))
}

interface Sent {
  status: number
  headerList: string[]
  body: ResponseBody
  /** The part to send. Without it, the whole body is sent. */
  part?: Part
}

/** Sends a body. For HEAD, Node itself leaves it out. */
function sendBody(req: Request, res: Response, sent: Sent): void | Promise<void> {
  const { status, headerList, body, part } = sent
  if (!Buffer.isBuffer(body)) return sendFile(req, res, sent, body)
  writeHead(req, res, status, headerList)
  res.end(part ? body.subarray(part.start, part.end + 1) : body)
}

/** Sends a file. It's opened before the headers are sent, so a file that's gone, or has changed since the start, is a 404. */
async function sendFile(req: Request, res: Response, sent: Sent, { file, length }: FileBody): Promise<void> {
  const { status, headerList, part = { start: 0, end: length - 1 } } = sent
  await using handle = await openFile(file)
  const { size } = await handle.stat()
  if (size !== length) throw new MissingFile(`${file} has changed`)
  writeHead(req, res, status, headerList)
  if (req.method !== 'HEAD') await copyPart(handle, part, res)
  res.end()
}

/** The last result, because consecutive requests usually send the same Accept-Encoding. */
let lastParsed: { header: string | undefined; accepted: readonly Encoding[] } | undefined

/** The encodings that a client accepts, best first. */
export function acceptedEncodings(req: Request): readonly Encoding[] {
  const header = req.headers['accept-encoding']
  if (!lastParsed || header !== lastParsed.header) {
    // Each encoding has its own call, because Express would sort a list in the client's order.
    const accepted = ENCODING_NAMES.filter(encoding => req.acceptsEncodings(encoding))
    lastParsed = { header, accepted }
  }
  return lastParsed.accepted
}

/** The part of a body that a request's Range header selects. Undefined means the whole body. */
function rangeOf(req: Request, etag: string, length: number): Part | 'unsatisfiable' | undefined {
  const { range, 'if-range': ifRange } = req.headers
  if (range === undefined || req.method !== 'GET') return undefined
  // A date never matches, because nothing has a Last-Modified.
  if (ifRange !== undefined && ifRange !== etag) return undefined
  if (isSuffixOfAll(range, length)) return { start: 0, end: length - 1 }
  const ranges = req.range(length)
  if (ranges === -1) return 'unsatisfiable'
  // An unsupported range, such as several parts, is ignored: RFC 9110, section 14.2.
  if (typeof ranges !== 'object' || ranges.type !== 'bytes') return undefined
  return ranges.length === 1 ? ranges[0] : undefined
}

/** RFC 9110, section 14.1.2: a suffix longer than the body means the whole body. Express calls that unsatisfiable. */
function isSuffixOfAll(range: string, length: number): boolean {
  const [, last] = /^bytes=-(\d+)$/.exec(range) ?? []
  return last !== undefined && Number(last) >= length && length > 0
}

/** Whether If-Match is present and excludes this ETag, by the strong comparison: RFC 9110, section 13.1.1. */
function failsIfMatch({ headers: { 'if-match': ifMatch } }: Request, etag: string): boolean {
  if (ifMatch === undefined) return false
  const tags = ifMatch.split(',').map(tag => tag.trim())
  return !tags.includes('*') && !tags.includes(etag)
}

/** Whether If-None-Match includes this ETag, by the weak comparison: RFC 9110, section 13.1.2. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const tags = ifNoneMatch.split(',').map(tag => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(etag)
}
