import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Encoding } from '../../server/response.ts'

/** What shrinks. Pictures and fonts are compressed already. */
const shrinks = /\.(html|js|json|css|txt|xml|svg|webmanifest|ico)$/

/** The most that each can do. */
const level = { br: 11, gzip: 9 }

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants

const encoders: Record<keyof typeof level, (body: Uint8Array) => Promise<Buffer>> = {
  br: body =>
    promisify(brotliCompress)(body, {
      params: { [BROTLI_PARAM_QUALITY]: level.br, [BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: body => promisify(gzip)(body, { level: level.gzip }),
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

const encode = (encoding: keyof typeof level, body: Uint8Array, keep: Keep) =>
  keep([encoding, String(level[encoding]), body], () => encoders[encoding](body))

export async function sizeOf(body: Uint8Array, keep = keepNothing): Promise<Size> {
  const { length } = await encode('br', body, keep)
  return { raw: body.length, br: Math.min(length, body.length) }
}

/** A file's body in every content encoding in which it is smaller, as small as can be: for the build, never for a request. */
export async function compress(
  name: string,
  body: Uint8Array,
  keep = keepNothing,
): Promise<Partial<Record<Encoding, Uint8Array>>> {
  if (!shrinks.test(name)) return {}
  const [br, gzip] = await Promise.all([encode('br', body, keep), encode('gzip', body, keep)])
  return {
    ...(br.length < body.length && { br }),
    ...(gzip.length < body.length && { gzip }),
  }
}
