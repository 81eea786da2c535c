import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import Negotiator from 'negotiator'
import parseRange from 'range-parser'
import type { Headers, Security } from './headers.ts'

/** The content encodings of ready responses with the extensions of their files, the best first. */
export const encodings = { br: '.br', gzip: '.gz' } as const
export type Encoding = keyof typeof encodings | 'identity'

/** A body in every content encoding that there is. */
export type Bodies = Partial<Record<Encoding, Buffer>> & { identity: Buffer }

/** A response whose bodies are made before the first request. */
export interface ReadyResponse {
  status: number
  /** All but the security headers, which `createSend` adds. */
  headers: Headers
  bodies: Bodies
}

/** Sends a ready response: chooses the content encoding, and knows conditional requests, ranges and HEAD. */
export type Send = (req: IncomingMessage, res: ServerResponse, response: ReadyResponse) => void

/** A short response for programs and mistakes. */
export const textResponse = (status: number, text: string, headers?: Headers): ReadyResponse => ({
  status,
  headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
  bodies: { identity: Buffer.from(`${text}\n`) },
})

interface Variant {
  body: Buffer
  etag: string
  /** Flat lists of names and values, which writeHead sends as they are: much faster than setHeader for each. */
  whole: string[]
  notModified: string[]
  /** Of a part of the body: all but its range and length. */
  partial: string[]
  unsatisfiable: string[]
}

type Variants = Partial<Record<Encoding, Variant>> & { identity: Variant }

/** The header lists of a response are made when it is sent for the first time. */
export function createSend(security: Security): Send {
  const known = new WeakMap<ReadyResponse, Variants>()
  const preconditionFailed = textResponse(412, 'Precondition failed')
  const send: Send = (req, res, response) => {
    let variants = known.get(response)
    if (!variants) {
      variants = variantsOf(response, security)
      known.set(response, variants)
    }
    const variant = choose(variants, req.headers['accept-encoding'])
    const { body, etag } = variant
    const write = (status: number, list: string[]) =>
      res.writeHead(status, list.concat('X-Request-Id', req.id))

    if (response.status !== 200) write(response.status, variant.whole).end(body)
    // In the order of RFC 9110, section 13.2.2. If-Unmodified-Since does not count: nothing here has a Last-Modified.
    else if (!isExpected(req.headers['if-match'], etag)) send(req, res, preconditionFailed)
    else if (matches(req.headers['if-none-match'], etag)) write(304, variant.notModified).end()
    else if (req.headers.range === undefined || req.method !== 'GET' || !isSame(req, etag)) {
      write(200, variant.whole).end(body)
    } else {
      const ranges = parseRange(body.length, suffixWithin(body.length, req.headers.range))
      if (ranges === -1) write(416, variant.unsatisfiable).end()
      else if (ranges === -2 || ranges.type !== 'bytes' || ranges.length > 1 || !ranges[0]) {
        write(200, variant.whole).end(body) // RFC 9110, section 14.2: a range that we do not serve is ignored.
      } else {
        const { start, end } = ranges[0]
        const range = ['Content-Range', `bytes ${start}-${end}/${body.length}`]
        const length = ['Content-Length', String(end - start + 1)]
        write(206, variant.partial.concat(range, length)).end(body.subarray(start, end + 1))
      }
    }
  }
  return send
}

function variantsOf({ status, headers, bodies }: ReadyResponse, security: Security): Variants {
  const secured = { ...headers, ...security.of(headers['Content-Type'] ?? '') }
  const vary: Headers = Object.keys(bodies).length > 1 ? { Vary: 'Accept-Encoding' } : {}
  const variantOf = (encoding: string, body: Buffer): Variant => {
    // Of the headers, too: a 304 does not repeat them, so a release that changes them alone needs another ETag.
    const hash = createHash('sha256').update(body).update(JSON.stringify(secured))
    const etag = `"${hash.digest('base64url').slice(0, 16)}"`
    const common: Headers = { ...secured, ...vary, ...(status === 200 && { ETag: etag }) }
    const whole: Headers = {
      ...common,
      ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
      ...(status === 200 && { 'Accept-Ranges': 'bytes' }),
    }
    const unsatisfiable = {
      ...common,
      'Cache-Control': 'no-store',
      'Content-Range': `bytes */${body.length}`,
      'Content-Length': '0',
    }
    return {
      body,
      etag,
      whole: flat({ ...whole, 'Content-Length': String(body.length) }),
      notModified: flat({ ETag: etag, 'Cache-Control': headers['Cache-Control'] ?? '', ...vary }),
      partial: flat(whole),
      unsatisfiable: flat(unsatisfiable),
    }
  }
  const { identity, ...encoded } = bodies
  const others = Object.entries(encoded).map(([encoding, body]) => [encoding, variantOf(encoding, body)])
  return { ...Object.fromEntries(others), identity: variantOf('identity', identity) }
}

const flat = (headers: Headers) => Object.entries(headers).flat()

/** RFC 9110, section 14.1.2: the last 100 bytes of 50 are all of them. range-parser calls that unsatisfiable. */
const suffixWithin = (size: number, range: string) =>
  range.replace(/=-(\d+)$/, (_, length) => `=-${Math.min(Number(length), size)}`)

/** Whether a range is asked of this very body. A date never matches: nothing here has a Last-Modified. */
const isSame = ({ headers }: IncomingMessage, etag: string) => (headers['if-range'] ?? etag) === etag

/** Whether an If-Match names this ETag, by the strong comparison (RFC 9110, section 13.1.1), or there is none. */
const isExpected = (ifMatch: string | undefined, etag: string) =>
  ifMatch === undefined || ifMatch === '*' || ifMatch.split(/,\s*/).includes(etag)

/** Whether an If-None-Match names this ETag, by the weak comparison (RFC 9110, section 13.1.2). */
export function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const opaque = etag.replace(/^W\//, '')
  return ifNoneMatch.split(',').some(tag => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === opaque)
}

function choose(variants: Variants, accept: string | undefined): Variant {
  for (const encoding of accepted(accept)) {
    const variant = variants[encoding]
    if (variant) return variant
  }
  return variants.identity
}

const preferred: Encoding[] = ['br', 'gzip', 'identity']

/** Browsers send a handful of values of Accept-Encoding: each is parsed once. */
const parsed = new Map<string, Encoding[]>()
const MOST_PARSED = 100

/** The content encodings that an Accept-Encoding allows, the best first. */
function accepted(accept = 'identity'): Encoding[] {
  const known = parsed.get(accept)
  if (known) return known
  const negotiator = new Negotiator({ headers: { 'accept-encoding': accept } })
  // @ts-expect-error: the types do not know the option of negotiator 1.0.
  const list = negotiator.encodings(preferred, { preferred }) as Encoding[]
  if (parsed.size === MOST_PARSED) parsed.clear()
  parsed.set(accept, list)
  return list
}
