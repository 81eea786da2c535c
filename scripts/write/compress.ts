import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Encoding } from '../../server/response.ts'

/** What shrinks. Pictures and fonts are compressed already. */
const shrinks = /\.(html|js|json|css|txt|xml|svg|webmanifest|ico)$/

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_PARAM_LGWIN } = constants

/** The most that each can do. */
const best = { br: 11, gzip: 9 }
/** A thirtieth of brotli's time, for 7 % more bytes of a page. */
const fast = { br: 8, gzip: 9 }

/** With its usual window, brotli at `fast` takes longer to ask the system for memory than to compress a page. */
const WINDOW = { [BROTLI_PARAM_LGWIN]: 16 }

const encoders: Record<keyof typeof best, (body: Uint8Array, level: number) => Promise<Buffer>> = {
  br: (body, level) =>
    promisify(brotliCompress)(body, {
      params: {
        [BROTLI_PARAM_QUALITY]: level,
        [BROTLI_PARAM_SIZE_HINT]: body.length,
        ...(level === fast.br && WINDOW),
      },
    }),
  gzip: (body, level) => promisify(gzip)(body, { level }),
}

/** A site of more pages than this is compressed fast. */
export const MANY_PAGES = 100

/** Of a file, in bytes. */
export interface Size {
  raw: number
  /** With brotli, where that is smaller. */
  br: number
}

/** Makes something of the inputs, or takes it from where an earlier build has kept it. */
export type Keep = (inputs: (string | Uint8Array)[], make: () => Promise<Uint8Array>) => Promise<Uint8Array>

export interface Options {
  keep?: Keep
  /** For a site of many pages: faster, and a little larger. */
  isFast?: boolean
}

function encode(encoding: keyof typeof best, body: Uint8Array, { keep, isFast = false }: Options) {
  const level = (isFast ? fast : best)[encoding]
  const make = () => encoders[encoding](body, level)
  return keep ? keep([encoding, String(level), body], make) : make()
}

export async function sizeOf(body: Uint8Array, options: Options = {}): Promise<Size> {
  const { length } = await encode('br', body, options)
  return { raw: body.length, br: Math.min(length, body.length) }
}

/** A file's body in every content encoding in which it is smaller, for the build, never for a request. */
export async function compress(
  name: string,
  body: Uint8Array,
  options: Options = {},
): Promise<Partial<Record<Encoding, Uint8Array>>> {
  if (!shrinks.test(name)) return {}
  const [br, gzip] = await Promise.all([encode('br', body, options), encode('gzip', body, options)])
  return {
    ...(br.length < body.length && { br }),
    ...(gzip.length < body.length && { gzip }),
  }
}
