import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Request, Response } from 'express'
import type { Headers, Security } from './headers.ts'

/** The content encodings of ready responses with the extensions of their files, the best first. */
export const encodings = { br: '.br', gzip: '.gz' } as const
export type Encoding = keyof typeof encodings

/** A body that is read from the disk for each request. The digest is of its bytes. */
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
  /** Flat lists of names and values, which writeHead sends as they are: much faster than setHeader for each. */
  whole: string[]
  notModified: string[]
  /** Of a part of the body: all but its range and length. */
  partial: string[]
  unsatisfiable: string[]
}

type Variants = { [encoding in Encoding]: Variant | undefined } & { identity: Variant }

/** The header lists of a response are made when it is sent for the first time. */
export function createSend(security: Security): Send {
  const known = new WeakMap<ReadyResponse, Variants>()
  const preconditionFailed = textResponse(412, 'Precondition failed')
  const send: Send = (req, res, response) => {
    const variants = known.get(response) ?? variantsOf(response, security)
    known.set(response, variants)
    const encoding = acceptedEncodings(req).find(encoding => variants[encoding])
    const variant = (encoding && variants[encoding]) ?? variants.identity
    const { body, etag, whole, notModified, partial, unsatisfiable } = variant
    const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = req.headers
    const write = (status: number, list: string[]) =>
      res.writeHead(status, list.concat('X-Request-Id', req.id))
    const writeBody = (status: number, list: string[], start = 0, end = body.length - 1) => {
      if (!Buffer.isBuffer(body)) return streamFile(req, res, body, { start, end }, () => write(status, list))
      return void write(status, list).end(body.subarray(start, end + 1))
    }

    if (response.status !== 200) return writeBody(response.status, whole)
    // In the order of RFC 9110, section 13.2.2. Dates do not count: nothing here has a Last-Modified.
    if (!isExpected(ifMatch, etag)) return send(req, res, preconditionFailed)
    if (matches(ifNoneMatch, etag)) return void write(304, notModified).end()
    const ranges = rangesOf(req, variant)
    if (ranges === -1) return void write(416, unsatisfiable).end()
    // RFC 9110, section 14.2: a range that is not served is ignored.
    if (ranges === undefined || ranges === -2 || ranges.type !== 'bytes' || ranges.length > 1 || !ranges[0])
      return writeBody(200, whole)
    const { start, end } = ranges[0]
    const range = ['Content-Range', `bytes ${start}-${end}/${body.length}`]
    const length = ['Content-Length', String(end - start + 1)]
    return writeBody(206, partial.concat(range, length), start, end)
  }
  return send
}

/** Sends a part of a file. It is opened before the headers are sent: one that is gone is a 404. */
async function streamFile(
  req: Request,
  res: Response,
  { file, length }: FileBody,
  part: { start: number; end: number },
  writeHead: () => void,
): Promise<void> {
  const gone = { status: 404, code: 'ENOENT' }
  await using handle = await open(file).catch(error => {
    throw error.code === 'ENOENT' ? Object.assign(error, gone) : error
  })
  const { size } = await handle.stat()
  if (size !== length) throw Object.assign(new Error(`${file} is another file than at the start`), gone)
  writeHead()
  if (req.method === 'HEAD') return void res.end()
  await pipeline(handle.createReadStream({ ...part, autoClose: false }), res).catch(error => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error // The visitor has left.
  })
}

function variantsOf({ status, headers, bodies }: ReadyResponse, security: Security): Variants {
  const secured = { ...headers, ...security.of(headers['Content-Type'] ?? '') }
  const vary: Headers = bodies.br || bodies.gzip ? { Vary: 'Accept-Encoding' } : {}
  const variantOf = (body: Body, encoding?: Encoding): Variant => {
    // Of the headers, too: a 304 does not repeat them, so a release that changes them alone needs another ETag.
    const hash = createHash('sha256')
      .update(Buffer.isBuffer(body) ? body : `${body.digest} ${encoding}`)
      .update(JSON.stringify(secured))
    const etag = `"${hash.digest('base64url').slice(0, 16)}"`
    const common: Headers = { ...secured, ...vary, ...(status === 200 && { ETag: etag }) }
    const partial: Headers = {
      ...common,
      ...(encoding && { 'Content-Encoding': encoding }),
      ...(status === 200 && { 'Accept-Ranges': 'bytes' }),
    }
    return {
      body,
      etag,
      whole: flat({ ...partial, 'Content-Length': String(body.length) }),
      notModified: flat({ ETag: etag, 'Cache-Control': headers['Cache-Control'] ?? '', ...vary }),
      partial: flat(partial),
      unsatisfiable: flat({
        ...common,
        'Cache-Control': 'no-store',
        'Content-Range': `bytes */${body.length}`,
        'Content-Length': '0',
      }),
    }
  }
  return {
    identity: variantOf(bodies.identity),
    br: bodies.br && variantOf(bodies.br, 'br'),
    gzip: bodies.gzip && variantOf(bodies.gzip, 'gzip'),
  }
}

const flat = (headers: Headers) => Object.entries(headers).flat()

/** The ranges of the body that are asked for, as Express gives them. */
function rangesOf(req: Request, { etag, body: { length } }: Variant) {
  const { range, 'if-range': ifRange = etag } = req.headers
  // A date never matches: nothing here has a Last-Modified.
  if (range === undefined || req.method !== 'GET' || ifRange !== etag) return undefined
  // RFC 9110, section 14.1.2: the last 100 bytes of 50 are all of them. Express calls that unsatisfiable.
  req.headers.range = range.replace(/=-(\d+)$/, (_, last) => `=-${Math.min(Number(last), length)}`)
  return req.range(length)
}

/** Whether an If-Match names this ETag, by the strong comparison (RFC 9110, section 13.1.1), or there is none. */
const isExpected = (ifMatch: string | undefined, etag: string) =>
  ifMatch === undefined || ifMatch === '*' || ifMatch.split(/,\s*/).includes(etag)

/** Whether an If-None-Match names this ETag, by the weak comparison (RFC 9110, section 13.1.2). */
const matches = (ifNoneMatch: string | undefined, etag: string) =>
  ifNoneMatch?.split(',').some(tag => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)

/** Browsers send a handful of values of Accept-Encoding: each is parsed once. */
const parsed = new Map<string, Encoding[]>()
const MOST_PARSED = 100

/** The content encodings that a client accepts, the best first. One is asked for at a time: a list would follow the client's order. */
function acceptedEncodings(req: Request): Encoding[] {
  const header = req.headers['accept-encoding'] ?? ''
  const known = parsed.get(header)
  if (known) return known
  const accepted = preferred.filter(encoding => req.acceptsEncodings(encoding))
  if (parsed.size === MOST_PARSED) parsed.clear()
  parsed.set(header, accepted)
  return accepted
}

const preferred: Encoding[] = ['br', 'gzip']
