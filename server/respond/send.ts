import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import type { Request, Response } from 'express'
import { ENCODINGS } from '../lib/built-files.ts'
import {
  type AnyResponse,
  type CachedResponse,
  type Encoding,
  type FileBody,
  hasETag,
  preconditionFailed,
  type ResponseBody,
  rangeNotSatisfiable,
  type UncachedResponse,
} from './responses.ts'
import type { HttpHeaders, Security } from './security-headers.ts'

/** The content encodings, the best first. */
const ENCODING_NAMES = Object.keys(ENCODINGS) as Encoding[]

/** Sends a response: chooses its content encoding, and handles conditional requests, ranges and HEAD. */
export type Send = (req: Request, res: Response, response: AnyResponse) => void | Promise<void>

/** The header lists of a response are prepared when it is sent for the first time. */
export function createSend(security: Security): Send {
  const preparedResponses = new WeakMap<CachedResponse, Prepared>()

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

    // The order is that of RFC 9110, section 13.2.2. Dates don't count: nothing here has a Last-Modified.
    if (failsIfMatch(req, etag)) return send(req, res, preconditionFailed)
    if (matches(req.headers['if-none-match'], etag)) {
      writeHead(req, res, 304, prepared.notModifiedList)
      res.end()
      return
    }
    const range = rangeOf(req, etag, body.length)
    if (range.kind === 'whole') return sendBody(req, res, { status, headerList, body })
    if (range.kind === 'none') return send(req, res, rangeNotSatisfiable(body.length))
    const { part } = range
    return sendBody(req, res, { status: 206, headerList: partialHeaders(prepared, part), body, part })
  }
  return send
}

function sendOnce(res: Response, { status, headers, body }: UncachedResponse): void {
  res.status(status).set(headers).vary('Accept-Encoding').send(body)
}

/** A body in one content encoding, with what is sent before it. */
interface PreparedBody {
  body: ResponseBody
  etag: string | undefined
  /** All headers but Content-Length. */
  headers: HttpHeaders
  // Flat lists of names and values, which writeHead sends as they are: much faster than setHeader.
  headerList: string[]
  notModifiedList: string[]
}

interface Prepared {
  identity: PreparedBody
  /** The best first. */
  encoded: (PreparedBody & { encoding: Encoding })[]
}

function prepare(response: CachedResponse, security: Security): Prepared {
  const { headers, bodies } = response
  const withETag = hasETag(response)
  const encodings = ENCODING_NAMES.filter(encoding => bodies[encoding])
  const common: HttpHeaders = { ...security.of(headers['Content-Type'] ?? ''), ...headers }
  if (encodings.length > 0) common.Vary = 'Accept-Encoding'
  return {
    identity: prepareBody(withETag, common, bodies.identity),
    encoded: encodings.map(encoding => ({
      ...prepareBody(withETag, common, bodies[encoding] ?? bodies.identity, encoding),
      encoding,
    })),
  }
}

/** The headers of a 304, as RFC 9110, section 15.4.5 has them. */
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

/** Also a hash of the headers: a 304 does not repeat them, so a release that changes them alone needs another ETag. */
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
  res.locals.isEncoded = true
  res.writeHead(status, headerList.concat('X-Request-Id', req.id))
}

/** The positions of the first and the last byte of a part of a body. */
interface Part {
  start: number
  end: number
}

interface Sent {
  status: number
  headerList: string[]
  body: ResponseBody
  /** Without it the whole body is sent. */
  part?: Part
}

/** Sends a body. Node itself sends none to a HEAD. */
function sendBody(req: Request, res: Response, sent: Sent): void | Promise<void> {
  const { status, headerList, body, part } = sent
  if (!Buffer.isBuffer(body)) return sendFile(req, res, sent, body)
  writeHead(req, res, status, headerList)
  res.end(part ? body.subarray(part.start, part.end + 1) : body)
}

/** An error of the client, which has asked for it: `clientErrorStatus` knows it by these fields. */
class MissingFile extends Error {
  override name = 'MissingFile'
  status = 404
  code = 'ENOENT'
}

/** Sends a file. It is opened before the headers are sent: one that is gone, or has changed since the start, is a 404. */
async function sendFile(req: Request, res: Response, sent: Sent, { file, length }: FileBody): Promise<void> {
  const { status, headerList, part = { start: 0, end: length - 1 } } = sent
  await using handle = await openFile(file)
  const { size } = await handle.stat()
  if (size !== length) throw new MissingFile(`${file} has changed`)
  writeHead(req, res, status, headerList)
  if (req.method !== 'HEAD') await copy(handle, part, res)
  res.end()
}

async function openFile(file: string): Promise<FileHandle> {
  try {
    return await open(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new MissingFile(`${file} is missing`)
  }
}

const CHUNK_BYTES = 65_536

/** Copies a part of a file through one buffer. A stream allocates a buffer for each chunk: 100 MB with 200 clients. */
async function copy(handle: FileHandle, { start, end }: Part, res: Response): Promise<void> {
  const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES)
  let position = start
  while (position <= end && !res.closed) {
    const length = Math.min(buffer.length, end + 1 - position)
    const { bytesRead } = await handle.read(buffer, 0, length, position)
    if (bytesRead === 0) throw new Error('the file has become shorter')
    await write(res, buffer.subarray(0, bytesRead))
    position += bytesRead
  }
}

/** Resolves when the chunk has been sent, or the client has left. */
function write(res: Response, chunk: Buffer): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      res.off('close', done)
      resolve()
    }
    res.on('close', done)
    res.write(chunk, done)
  })
}

/** Most requests have the Accept-Encoding of the one before. */
let lastParsed: { header: string | undefined; accepted: readonly Encoding[] } | undefined

/** The encodings that a client accepts, the best first. */
export function acceptedEncodings(req: Request): readonly Encoding[] {
  const header = req.headers['accept-encoding']
  if (!lastParsed || header !== lastParsed.header) {
    // One call per encoding: with a list, Express returns the client's order.
    const accepted = ENCODING_NAMES.filter(encoding => req.acceptsEncodings(encoding))
    lastParsed = { header, accepted }
  }
  return lastParsed.accepted
}

/** What a request asks for: all of a body, a part of it, or one that it does not have. */
type AskedRange = { kind: 'whole' } | { kind: 'part'; part: Part } | { kind: 'none' }

const WHOLE = { kind: 'whole' } as const

function rangeOf(req: Request, etag: string, length: number): AskedRange {
  const { range, 'if-range': ifRange } = req.headers
  if (range === undefined || req.method !== 'GET') return WHOLE
  // A date never matches: nothing here has a Last-Modified.
  if (ifRange !== undefined && ifRange !== etag) return WHOLE
  if (asksForMoreThanAll(range, length)) return { kind: 'part', part: { start: 0, end: length - 1 } }
  const ranges = req.range(length)
  if (ranges === -1) return { kind: 'none' }
  // RFC 9110, section 14.2: a range that is not supported, such as several parts, is ignored.
  if (typeof ranges !== 'object' || ranges.type !== 'bytes') return WHOLE
  const [part, ...more] = ranges
  return part && more.length === 0 ? { kind: 'part', part } : WHOLE
}

/** RFC 9110, section 14.1.2: the last 100 bytes of 50 are all of them. Express calls that unsatisfiable. */
function asksForMoreThanAll(range: string, length: number): boolean {
  const [, last] = /^bytes=-(\d+)$/.exec(range) ?? []
  return last !== undefined && Number(last) >= length && length > 0
}

/** Whether an If-Match names other ETags alone, by the strong comparison (RFC 9110, section 13.1.1). */
function failsIfMatch({ headers: { 'if-match': ifMatch } }: Request, etag: string): boolean {
  if (ifMatch === undefined) return false
  const tags = ifMatch.split(',').map(tag => tag.trim())
  return !tags.includes('*') && !tags.includes(etag)
}

/** Whether an If-None-Match names this ETag, by the weak comparison (RFC 9110, section 13.1.2). */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const tags = ifNoneMatch.split(',').map(tag => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(etag)
}
