import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Encoding } from '../../server/response.ts'

/** What shrinks. Pictures and fonts are compressed already. */
const shrinks = /\.(html|js|json|css|txt|xml|svg|webmanifest|ico)$/

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants

const encoders: Record<Exclude<Encoding, 'identity'>, (body: Uint8Array) => Promise<Buffer>> = {
  br: body =>
    promisify(brotliCompress)(body, {
      params: { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: body => promisify(gzip)(body, { level: 9 }),
}

/** Of a file, in bytes. */
export interface Size {
  raw: number
  /** With brotli, where that is smaller. */
  br: number
}

/** Makes something of the inputs, or takes it from where an earlier build has kept it. */
export type Keep = (inputs: (string | Uint8Array)[], make: () => Promise<Uint8Array>) => Promise<Uint8Array>
const keepNothing: Keep = (_, make) => make()

export async function sizeOf(body: Uint8Array, keep = keepNothing): Promise<Size> {
  const { length } = await keep(['br', body], () => encoders.br(body))
  return { raw: body.length, br: Math.min(length, body.length) }
}

/** A file's body in every content encoding in which it is smaller, as small as can be: for the build, never for a request. */
export async function compress(
  name: string,
  body: Uint8Array,
  keep = keepNothing,
): Promise<Partial<Record<Encoding, Uint8Array>>> {
  if (!shrinks.test(name)) return {}
  const tried = await Promise.all(
    Object.entries(encoders).map(
      async ([encoding, encode]) => [encoding, await keep([encoding, body], () => encode(body))] as const,
    ),
  )
  return Object.fromEntries(tried.filter(([, { length }]) => length < body.length))
}
