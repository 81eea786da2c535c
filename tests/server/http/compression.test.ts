// Content negotiation: which encoding a page, a 404 and a script get for each Accept-Encoding.
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { compress } from '../../../server/respond/compress.ts'
import { listen, manifest, siteOf } from '../../support/fixture-site.ts'
import { request } from '../../support/http.ts'

const decoders = {
  identity: (body: Buffer) => body,
  br: brotliDecompressSync,
  gzip: gunzipSync,
}
const [script = ''] = manifest.scripts

const server = await listen(await siteOf())
afterAll(() => server.close())

const chrome = { 'Accept-Encoding': 'gzip, deflate, br, zstd' }
test.each([
  { path: '/', client: 'sends no Accept-Encoding', headers: {}, encoding: 'identity' },
  { path: '/', client: 'is Chrome', headers: chrome, encoding: 'br' },
  { path: '/nothing', client: 'is Chrome', headers: chrome, encoding: 'br' },
  { path: script, client: 'is Chrome', headers: chrome, encoding: 'br' },
  { path: '/', client: 'accepts anything', headers: { 'Accept-Encoding': '*' }, encoding: 'br' },
  {
    path: '/impressum',
    client: 'accepts gzip but not brotli',
    headers: { 'Accept-Encoding': 'br;q=0, gzip' },
    encoding: 'gzip',
  },
  {
    path: script,
    client: 'accepts gzip but not brotli',
    headers: { 'Accept-Encoding': 'br;q=0, gzip' },
    encoding: 'gzip',
  },
  {
    path: '/',
    client: 'rejects every encoding',
    headers: { 'Accept-Encoding': '*;q=0' },
    encoding: 'identity',
  },
  { path: '/', client: 'accepts only zstd', headers: { 'Accept-Encoding': 'zstd' }, encoding: 'identity' },
  {
    path: '/',
    client: 'rejects only identity',
    headers: { 'Accept-Encoding': 'identity;q=0' },
    encoding: 'identity',
  },
  {
    path: '/',
    client: 'sends a malformed list',
    headers: { 'Accept-Encoding': ';;q=,,=0;br;' },
    encoding: 'identity',
  },
] as const)('$path is sent as $encoding to a client that $client', async ({ path, headers, encoding }) => {
  const plain = await request(server.url + path)
  const reply = await request(server.url + path, { headers })
  const sent = { encoding: reply.headers['content-encoding'] ?? 'identity', vary: reply.headers.vary }
  expect(sent).toEqual({ encoding, vary: 'Accept-Encoding' })
  expect(decoders[encoding](reply.body)).toBeSameBytes(plain.body)
})

// Responses that share a strong ETag must have identical bytes: RFC 9110, section 8.8.1.
test.each(['/impressum', script])(
  '%s is sent uncompressed, whole or in part, to a client that accepts only deflate',
  async path => {
    for (const range of [{}, { Range: 'bytes=0-9' }]) {
      const plain = await request(server.url + path, { headers: range })
      const reply = await request(server.url + path, { headers: { ...range, 'Accept-Encoding': 'deflate' } })
      const { status, headers } = reply
      expect({ status, etag: headers.etag, encoding: headers['content-encoding'] }).toEqual({
        status: plain.status,
        etag: plain.headers.etag,
        encoding: undefined,
      })
      expect(reply.body).toBeSameBytes(plain.body)
    }
  },
)

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

test('consecutive clients each get the encoding they accept', async () => {
  const sent: object[] = []
  for (const accepted of ['gzip', 'br', 'identity', 'br', 'br', 'gzip']) {
    const { headers } = await request(`${server.url}/impressum`, { headers: { 'Accept-Encoding': accepted } })
    sent.push({ accepted, encoding: headers['content-encoding'] })
  }
  expect(sent).toEqual([
    { accepted: 'gzip', encoding: 'gzip' },
    { accepted: 'br', encoding: 'br' },
    { accepted: 'identity', encoding: undefined },
    { accepted: 'br', encoding: 'br' },
    { accepted: 'br', encoding: 'br' },
    { accepted: 'gzip', encoding: 'gzip' },
  ])
})
