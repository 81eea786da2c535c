// Content negotiation: which encoding a page gets for each Accept-Encoding.
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { compress } from '../../../server/respond/compress.ts'
import { listen, siteOf } from '../../support/fixture-site.ts'
import { request } from '../../support/http.ts'

const decoders = {
  identity: (body: Buffer) => body,
  br: brotliDecompressSync,
  gzip: gunzipSync,
}

const server = await listen(await siteOf())
afterAll(() => server.close())

test.each([
  { client: 'sends no Accept-Encoding', accepted: undefined, encoding: 'identity' },
  { client: 'is Chrome', accepted: 'gzip, deflate, br, zstd', encoding: 'br' },
  { client: 'accepts anything', accepted: '*', encoding: 'br' },
  { client: 'accepts gzip but not brotli', accepted: 'br;q=0, gzip', encoding: 'gzip' },
  { client: 'rejects every encoding', accepted: '*;q=0', encoding: 'identity' },
  { client: 'sends a malformed list', accepted: ';;q=,,=0;br;', encoding: 'identity' },
] as const)('a page is sent as $encoding to a client that $client', async ({ accepted, encoding }) => {
  const plain = await request(server.url)
  const reply = await request(server.url, { headers: accepted ? { 'Accept-Encoding': accepted } : {} })
  const sent = { encoding: reply.headers['content-encoding'] ?? 'identity', vary: reply.headers.vary }
  expect(sent).toEqual({ encoding, vary: 'Accept-Encoding' })
  expect(decoders[encoding](reply.body)).toBeSameBytes(plain.body)
})

// Responses that share a strong ETag must have identical bytes: RFC 9110, section 8.8.1.
test('a page is sent uncompressed, whole or in part, to a client that accepts only deflate', async () => {
  for (const range of [{}, { Range: 'bytes=0-9' }]) {
    const plain = await request(server.url, { headers: range })
    const reply = await request(server.url, { headers: { ...range, 'Accept-Encoding': 'deflate' } })
    const { status, headers } = reply
    expect({ status, etag: headers.etag, encoding: headers['content-encoding'] }).toEqual({
      status: plain.status,
      etag: plain.headers.etag,
      encoding: undefined,
    })
    expect(reply.body).toBeSameBytes(plain.body)
  }
})

test('a page is compressed well, but without the brotli level and window that are slow', async () => {
  const whole = (await request(server.url)).body
  const sentAs = async (encoding: string) =>
    (await request(server.url, { headers: { 'Accept-Encoding': encoding } })).body
  const brotli = await sentAs('br')
  // Brotli 11 would spend 37 ms on the last 10%.
  expect(brotli.length).toBeGreaterThan(brotliCompressSync(whole).length)
  expect(brotli.length).toBeLessThan(1.12 * brotliCompressSync(whole).length)
  // RFC 7932, section 9.1: a first bit of 0 is a window of 64 kB.
  expect({ firstBit: brotli.readUInt8() & 1 }).toEqual({ firstBit: 0 })
  expect((await sentAs('gzip')).length).toBeLessThanOrEqual(gzipSync(whole, { level: 9 }).length)
})

test('a body that compression would enlarge stays uncompressed', async () => {
  const identity = Buffer.from('ok')
  expect(await compress(identity)).toEqual({ identity, br: undefined, gzip: undefined })
})
