import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import Negotiator from 'negotiator'
import type { Headers } from './headers.ts'
import { parseRange } from './range.ts'

/** The content codings that we have, the best first. */
export const codings = { br: '.br', zstd: '.zst', gzip: '.gz' } as const
export type Coding = keyof typeof codings | 'identity'

interface Variant {
  body: Buffer
  etag: string
  /** Flat lists of names and values, as writeHead takes them. */
  headers: string[]
  notModified: string[]
  /** Of a part of the body: all but its length. */
  partial: string[]
  unsatisfiable: string[]
}

/** An answer that was made before the first request: only the variant has to be chosen. */
export interface Answer {
  status: number
  variants: Partial<Record<Coding, Variant>> & { identity: Variant }
}

/** A body in every coding that there is. */
export type Bodies = Partial<Record<Coding, Buffer>> & { identity: Buffer }

/** Makes an answer ready from its body in every coding that there is. */
export function prepare(status: number, headers: Headers, bodies: Bodies): Answer {
  const vary = Object.keys(bodies).length > 1 ? { Vary: 'Accept-Encoding' } : {}
  const variants = Object.entries(bodies).map(([coding, body]) => {
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`
    const validator = status === 200 ? { ETag: etag } : {}
    const ranges = status === 200 ? { 'Accept-Ranges': 'bytes' } : {}
    const encoding = coding === 'identity' ? {} : { 'Content-Encoding': coding }
    const common = { ...headers, ...validator, ...vary }
    const whole = { ...common, ...encoding, ...ranges }
    const variant: Variant = {
      body,
      etag,
      headers: Object.entries({ ...whole, 'Content-Length': String(body.length) }).flat(),
      notModified: Object.entries(common).flat(),
      partial: Object.entries(whole).flat(),
      unsatisfiable: Object.entries({
        ...common,
        'Cache-Control': 'no-store',
        'Content-Range': `bytes */${body.length}`,
        'Content-Length': '0',
      }).flat(),
    }
    return [coding, variant]
  })
  return { status, variants: Object.fromEntries(variants) }
}

/** Sends a ready answer in the coding that the client likes best, and nothing that the client has already. */
export function send(req: IncomingMessage, res: ServerResponse, { status, variants }: Answer): void {
  const variant = choose(variants, req.headers['accept-encoding'])
  const { body, etag, headers, notModified, partial, unsatisfiable } = variant
  const write = (code: number, list: string[]) => res.writeHead(code, list.concat('X-Request-Id', req.id))

  if (status === 200 && matches(req.headers['if-none-match'], etag)) {
    write(304, notModified).end()
    return
  }
  const part = status === 200 && req.method === 'GET' ? partOf(req, variant) : undefined
  if (part === undefined) write(status, headers).end(req.method === 'HEAD' ? undefined : body)
  else if (part === 'none') write(416, unsatisfiable).end()
  else {
    const { start, end } = part
    const range = ['Content-Range', `bytes ${start}-${end - 1}/${body.length}`]
    write(206, partial.concat(range, 'Content-Length', String(end - start))).end(body.subarray(start, end))
  }
}

/** The part of a body that is asked for. An If-Range with a date never matches: nothing here has a Last-Modified. */
function partOf({ headers }: IncomingMessage, { body, etag }: Variant): ReturnType<typeof parseRange> {
  const { range, 'if-range': ifRange = etag } = headers
  return range !== undefined && ifRange === etag ? parseRange(range, body.length) : undefined
}

/** Whether an If-None-Match names this entity tag, by the weak comparison (RFC 9110, section 13.1.2). */
export function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const opaque = etag.replace(/^W\//, '')
  return ifNoneMatch.split(',').some(tag => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === opaque)
}

function choose(variants: Answer['variants'], accept: string | undefined): Variant {
  for (const coding of accepted(accept)) {
    const variant = variants[coding]
    if (variant) return variant
  }
  return variants.identity
}

const preferred: Coding[] = [...(Object.keys(codings) as Coding[]), 'identity']
const remembered = new Map<string, Coding[]>()

/** The codings that an Accept-Encoding allows, best first. Browsers send a handful of values: they are parsed once. */
function accepted(accept = 'identity'): Coding[] {
  const known = remembered.get(accept)
  if (known) return known
  const negotiator = new Negotiator({ headers: { 'accept-encoding': accept } })
  // @ts-expect-error: the types do not know the option of negotiator 1.0.
  const list = negotiator.encodings(preferred, { preferred }) as Coding[]
  if (remembered.size === 100) remembered.clear()
  remembered.set(accept, list)
  return list
}
