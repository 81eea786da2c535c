import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { Request, Response } from 'express'
import type { Headers, Security } from './headers.ts'

/** The content encodings of ready responses with the extensions of their files, the best first. */
export const encodings = { br: '.br', gzip: '.gz' } as const
export type Encoding = keyof typeof encodings
const preferred: Encoding[] = ['br', 'gzip']

/** A body that is read from a file for each request. The digest is of its bytes. */
interface FileBody {
  file: string
  length: number
  digest: string
}
export type Body = Buffer | FileBody

/** A body in every content encoding that there is. */
export type Bodies = { readonly [encoding in Encoding]?: Body | undefined } & { readonly identity: Body }

/** A response that is the same for every request. */
export interface ReadyResponse {
  status: number
  /** All but the security headers, which `createSend` adds. */
  headers: Headers
  bodies: Bodies
}

/** Sends a ready response: chooses the content encoding, and handles conditional requests, ranges and HEAD. */
export type Send = (req: Request, res: Response, response: ReadyResponse) => void | Promise<void>

/** A short response for programs and errors. */
export const textResponse = (status: number, text: string, headers?: Headers): ReadyResponse => ({
  status,
  headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
  bodies: { identity: Buffer.from(`${text}\n`) },
})

interface Variant {
  body: Body
  etag: string
  headers: Headers
  /** Flat lists of names and values, which writeHead sends as they are: much faster than setHeader for each. */
  whole: string[]
  notModified: string[]
}

type Variants = { [encoding in Encoding]: Variant | undefined } & { identity: Variant }

/** The header lists of a response are made when it is sent for the first time. */
export function createSend(security: Security): Send {
  const known = new WeakMap<ReadyResponse, Variants>()
  const send: Send = (req, res, response) => {
    let variants = known.get(response)
    if (!variants) {
      variants = variantsOf(response, security)
      known.set(response, variants)
    }
    const variant = choose(variants, req)
    const { body, etag, headers, whole } = variant
    const respond = (status: number, list: string[], { start = 0, end = body.length - 1 } = {}) => {
      const writeHead = () => res.writeHead(status, list.concat('X-Request-Id', req.id))
      if (!Buffer.isBuffer(body)) return sendFile(req, res, body, start, end, writeHead)
      return void writeHead().end(body.subarray(start, end + 1))
    }

    if (response.status !== 200) return respond(response.status, whole)
    // In the order of RFC 9110, section 13.2.2. Dates do not count: nothing here has a Last-Modified.
    const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = req.headers
    if (!isExpected(ifMatch, etag)) return send(req, res, textResponse(412, 'Precondition failed'))
    if (matches(ifNoneMatch, etag))
      return void res.writeHead(304, variant.notModified.concat('X-Request-Id', req.id)).end()
    const part = partOf(req, etag, body.length)
    if (!part) return respond(200, whole)
    const range = `bytes ${part === 'none' ? '*' : `${part.start}-${part.end}`}/${body.length}`
    if (part === 'none')
      return send(req, res, textResponse(416, 'Range not satisfiable', { 'Content-Range': range }))
    const length = String(part.end - part.start + 1)
    return respond(206, flat({ ...headers, 'Content-Range': range, 'Content-Length': length }), part)
  }
  return send
}

/**
 * Sends a part of a file, through one buffer: a stream takes a new one for each piece, and 200 readers 100 MB of them.
 * The file is opened before the headers are sent: one that is gone is a 404.
 */
async function sendFile(
  req: Request,
  res: Response,
  { file, length }: FileBody,
  start: number,
  end: number,
  writeHead: () => void,
): Promise<void> {
  await using handle = await open(file).catch(error => Promise.reject(Object.assign(error, { status: 404 })))
  const { size } = await handle.stat()
  if (size !== length) throw Object.assign(new Error(`${file} has changed`), { status: 404, code: 'ENOENT' })
  writeHead()
  const buffer = Buffer.allocUnsafeSlow(PIECE)
  const closed = new Promise(done => res.once('close', done))
  for (let at = start; at <= end && !res.closed && req.method !== 'HEAD'; ) {
    const { bytesRead } = await handle.read(buffer, 0, Math.min(PIECE, end + 1 - at), at)
    if (bytesRead === 0) throw new Error(`${file} ends before its end`)
    const written = new Promise(done => res.write(buffer.subarray(0, bytesRead), done))
    await Promise.race([written, closed])
    at += bytesRead
  }
  res.end()
}

/** In bytes. */
const PIECE = 65_536

function variantsOf({ status, headers, bodies }: ReadyResponse, security: Security): Variants {
  const secured = { ...headers, ...security.of(headers['Content-Type'] ?? '') }
  const vary: Headers = bodies.br || bodies.gzip ? { Vary: 'Accept-Encoding' } : {}
  const variantOf = (body: Body, encoding?: Encoding): Variant => {
    // Of the headers, too: a 304 does not repeat them, so a release that changes them alone needs another ETag.
    const hash = createHash('sha256')
      .update(Buffer.isBuffer(body) ? body : `${body.digest} ${encoding}`)
      .update(JSON.stringify(secured))
    const etag = `"${hash.digest('base64url').slice(0, 16)}"`
    const own: Headers = {
      ...secured,
      ...vary,
      ...(encoding && { 'Content-Encoding': encoding }),
      ...(status === 200 && { ETag: etag, 'Accept-Ranges': 'bytes' }),
    }
    return {
      body,
      etag,
      headers: own,
      whole: flat({ ...own, 'Content-Length': String(body.length) }),
      notModified: flat({ ETag: etag, 'Cache-Control': headers['Cache-Control'] ?? '', ...vary }),
    }
  }
  const { identity, br, gzip } = bodies
  return {
    identity: variantOf(identity),
    br: br && variantOf(br, 'br'),
    gzip: gzip && variantOf(gzip, 'gzip'),
  }
}

const flat = (headers: Headers) => Object.entries(headers).flat()

function choose(variants: Variants, req: Request): Variant {
  for (const encoding of acceptedEncodings(req)) {
    const variant = variants[encoding]
    if (variant) return variant
  }
  return variants.identity
}

/** Browsers send a handful of values of Accept-Encoding: each is parsed once. */
const parsed = new Map<string, Encoding[]>()
const MOST_PARSED = 100

/** What a client accepts, the best first. Express is asked for one at a time: a list would follow the client's order. */
function acceptedEncodings(req: Request): Encoding[] {
  const header = req.headers['accept-encoding'] ?? ''
  const known = parsed.get(header)
  if (known) return known
  const accepted = preferred.filter(encoding => req.acceptsEncodings(encoding))
  if (parsed.size === MOST_PARSED) parsed.clear()
  parsed.set(header, accepted)
  return accepted
}

/** The one part of a body that is asked for. What is not served, such as several, is ignored (RFC 9110, section 14.2). */
function partOf(req: Request, etag: string, size: number) {
  const { range, 'if-range': ifRange = etag } = req.headers
  // A date never matches: nothing here has a Last-Modified.
  if (range === undefined || req.method !== 'GET' || ifRange !== etag) return undefined
  // RFC 9110, section 14.1.2: the last 100 bytes of 50 are all of them. Express calls that unsatisfiable.
  req.headers.range = range.replace(/=-(\d+)$/, (_, last) => `=-${Math.min(Number(last), size)}`)
  const ranges = req.range(size)
  if (ranges === -1) return 'none'
  return typeof ranges === 'object' && ranges.type === 'bytes' && ranges.length === 1 ? ranges[0] : undefined
}

/** Whether an If-Match names this ETag, by the strong comparison (RFC 9110, section 13.1.1), or there is none. */
const isExpected = (ifMatch: string | undefined, etag: string) =>
  ifMatch === undefined || ifMatch === '*' || ifMatch.split(/,\s*/).includes(etag)

/** Whether an If-None-Match names this ETag, by the weak comparison (RFC 9110, section 13.1.2). */
const matches = (ifNoneMatch: string | undefined, etag: string) =>
  ifNoneMatch?.split(',').some(tag => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
