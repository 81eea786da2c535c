import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import Negotiator from 'negotiator'
import type { Headers } from './headers.ts'

/** The content codings that we have, the best first. */
export const codings = { br: '.br', zstd: '.zst', gzip: '.gz' } as const
export type Coding = keyof typeof codings | 'identity'

interface Variant {
  body: Buffer
  etag: string
  /** Flat lists of names and values, as writeHead takes them. */
  headers: string[]
  notModified: string[]
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
  const variants = Object.entries(bodies).map(([coding, body]) => {
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`
    const validated = status === 200 ? { ...headers, ETag: etag } : headers
    const common = Object.keys(bodies).length > 1 ? { ...validated, Vary: 'Accept-Encoding' } : validated
    const encoded = coding === 'identity' ? {} : { 'Content-Encoding': coding }
    const variant: Variant = {
      body,
      etag,
      headers: Object.entries({ ...common, ...encoded, 'Content-Length': String(body.length) }).flat(),
      notModified: Object.entries(common).flat(),
    }
    return [coding, variant]
  })
  return { status, variants: Object.fromEntries(variants) }
}

/** Sends a ready answer: in the coding that the client likes best, without the body where it has that already. */
export function send(req: IncomingMessage, res: ServerResponse, { status, variants }: Answer): void {
  const { body, etag, headers, notModified } = choose(variants, req.headers['accept-encoding'])
  if (status === 200 && matches(req.headers['if-none-match'], etag)) {
    res.writeHead(304, notModified).end()
    return
  }
  res.writeHead(status, headers)
  res.end(req.method === 'HEAD' ? undefined : body)
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
  if (remembered.size < 100) remembered.set(accept, list)
  return list
}
