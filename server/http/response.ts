import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import type { Request, Response } from 'express'
import { ENCODINGS } from '../constants.ts'
import type { Headers, Security } from './headers.ts'

export type Encoding = keyof typeof ENCODINGS

/** A body in memory, or in a file that is read for each request, with a digest of its bytes. */
export type Body = Buffer | { file: string; length: number; digest: string }

/** A body in every content encoding that there is. */
export type Bodies = { readonly [encoding in Encoding]?: Body | undefined } & { readonly identity: Body }

/** A response that is the same for every request. */
export interface StaticResponse {
  status: number
  /** All but the security headers, which `createSend` adds. */
  headers: Headers
  bodies: Bodies
}

/** Whether a response is a stream of server-sent events, which ends only by being cut. */
export const isEventStream = (res: ServerResponse): boolean =>
  /^text\/event-stream\b/i.test(String(res.getHeader('Content-Type')))

/** Sends a static response: chooses the content encoding, and handles conditional requests, ranges and HEAD. */
export type Send = (req: Request, res: Response, response: StaticResponse) => void | Promise<void>

/** A short plain-text response. */
export const textResponse = (status: number, text: string, headers?: Headers): StaticResponse => ({
  status,
  headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
  bodies: { identity: Buffer.from(`${text}\n`) },
})

/** The header lists of a response are made when it is sent for the first time. */
export function createSend(security: Security): Send {
  const known = new WeakMap<StaticResponse, ReturnType<typeof variantsOf>>()
  const send: Send = (req, res, response) => {
    const variants = known.getOrInsertComputed(response, () => variantsOf(response, security))
    const accepted = acceptedEncodings(req)
    const variant = variants.encoded.find(({ encoding }) => accepted.includes(encoding)) ?? variants.identity
    const { body, etag, headers, whole } = variant
    const write = (status: number, list: string[]) =>
      res.writeHead(status, list.concat('X-Request-Id', req.id))
    const respond = (status: number, list: string[], range?: Part) => {
      if (!Buffer.isBuffer(body)) return sendFile(req, res, body, range, () => write(status, list))
      return void write(status, list).end(range ? body.subarray(range.start, range.end + 1) : body)
    }

    if (response.status !== 200) return respond(response.status, whole)
    // Dates do not count: nothing here has a Last-Modified.
    if (matches(req.headers['if-none-match'], etag)) return void write(304, variant.notModified).end()
    const part = partOf(req, etag, body.length)
    if (!part) return respond(200, whole)
    const contentRange = { 'Content-Range': `bytes ${part.start}-${part.end}/${body.length}` }
    const length = { 'Content-Length': String(part.end - part.start + 1) }
    if (part.end >= part.start) return respond(206, flat({ ...headers, ...contentRange, ...length }), part)
    const none = { 'Content-Range': `bytes */${body.length}` }
    return send(req, res, textResponse(416, 'Range not satisfiable', none))
  }
  return send
}

/** The first and the last byte of a part of a body. */
type Part = { start: number; end: number }

/**
 * Sends a part of a file, through one buffer: a stream takes a new one for each piece, and 200 readers 100 MB of them.
 * The file is opened before the headers are sent: one that is gone is a 404.
 */
async function sendFile(
  req: Request,
  res: Response,
  { file, length }: Exclude<Body, Buffer>,
  { start, end }: Part = { start: 0, end: length - 1 },
  writeHead: () => void,
): Promise<void> {
  await using handle = await open(file).catch(error => Promise.reject(Object.assign(error, { status: 404 })))
  const { size } = await handle.stat()
  if (size !== length) throw Object.assign(new Error(`${file} has changed`), { status: 404, code: 'ENOENT' })
  writeHead()
  const buffer = Buffer.allocUnsafeSlow(65_536)
  // Not a race with a promise: until that is settled, it would keep what each piece has added to it.
  let goOn = () => {}
  res.once('close', () => goOn())
  for (let at = start; at <= end && !res.closed && req.method !== 'HEAD'; ) {
    const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, end + 1 - at), at)
    if (bytesRead === 0) throw new Error(`${file} ends before its end`)
    await new Promise<void>(done => {
      goOn = done
      res.write(buffer.subarray(0, bytesRead), () => done())
    })
    at += bytesRead
  }
  res.end()
}

function variantsOf({ status, headers, bodies }: StaticResponse, security: Security) {
  const { identity, ...others } = bodies
  const encodings = Object.entries(others).flatMap(([encoding, body]) => (body ? { encoding, body } : []))
  const secured: Headers = {
    ...headers,
    ...security.of(headers['Content-Type'] ?? ''),
    ...(encodings.length > 0 && { Vary: 'Accept-Encoding' }),
  }
  const variantOf = (encoding: string, body: Body) => {
    // Of the headers, too: a 304 does not repeat them, so a release that changes them alone needs another ETag.
    const hash = createHash('sha256')
      .update(Buffer.isBuffer(body) ? body : `${body.digest} ${encoding}`)
      .update(JSON.stringify(secured))
    const etag = `"${hash.digest('base64url').slice(0, 16)}"`
    const own: Headers = {
      ...secured,
      ...(encoding && { 'Content-Encoding': encoding }),
      ...(status === 200 && { ETag: etag, 'Accept-Ranges': 'bytes' }),
    }
    const again = Object.entries(own).filter(([name]) => /^(ETag|Cache-Control|Vary)$/.test(name))
    const whole = { ...own, 'Content-Length': String(body.length) }
    // Flat lists of names and values, which writeHead sends as they are: much faster than setHeader.
    return { encoding, body, etag, headers: own, whole: flat(whole), notModified: again.flat() }
  }
  return {
    identity: variantOf('', identity),
    encoded: encodings.map(({ encoding, body }) => variantOf(encoding, body)),
  }
}

const flat = (headers: Headers) => Object.entries(headers).flat()

/** Browsers send a handful of Accept-Encoding values: each is parsed once. */
const parsed = new Map<string, string[]>()

/** The encodings that a client accepts. Asked one at a time: with a list, Express returns the client's order. */
function acceptedEncodings(req: Request): string[] {
  if (parsed.size > 100) parsed.clear() // So many are not from browsers.
  return parsed.getOrInsertComputed(req.headers['accept-encoding'] ?? '', () =>
    Object.keys(ENCODINGS).filter(encoding => req.acceptsEncodings(encoding)),
  )
}

/** The requested range of a body. An end before the start means that it cannot be satisfied. */
function partOf(req: Request, etag: string, size: number): Part | undefined {
  const { range, 'if-range': ifRange = etag } = req.headers
  // A date never matches: nothing here has a Last-Modified.
  if (range === undefined || req.method !== 'GET' || ifRange !== etag) return undefined
  // RFC 9110, section 14.1.2: the last 100 bytes of 50 are all of them. Express calls that unsatisfiable.
  req.headers.range = range.replace(/=-(\d+)$/, (_, last) => `=-${Math.min(Number(last), size)}`)
  const ranges = req.range(size)
  if (ranges === -1) return { start: 0, end: -1 }
  // RFC 9110, section 14.2: a range that is not supported, such as several parts, is ignored.
  return typeof ranges === 'object' && ranges.type === 'bytes' && ranges.length === 1 ? ranges[0] : undefined
}

/** Whether an If-None-Match names this ETag, by the weak comparison (RFC 9110, section 13.1.2). */
const matches = (ifNoneMatch: string | undefined, etag: string) =>
  ifNoneMatch?.split(',').some(tag => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
