// In which content encoding a page, a page with data, a 404 and a script are sent to clients with different Accept-Encoding.
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { compress } from '../../../server/respond/compress.ts'
import { ask } from '../../support/ask.ts'
import { listen, manifest, siteOf } from '../../support/fixture-site.ts'

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
  { path: '/', client: 'names no encoding', headers: {}, encoding: 'identity' },
  { path: '/', client: 'is Chrome', headers: chrome, encoding: 'br' },
  { path: '/nothing', client: 'is Chrome', headers: chrome, encoding: 'br' },
  { path: script, client: 'is Chrome', headers: chrome, encoding: 'br' },
  { path: '/', client: 'accepts anything', headers: { 'Accept-Encoding': '*' }, encoding: 'br' },
  {
    path: '/impressum',
    client: 'accepts gzip, and no brotli',
    headers: { 'Accept-Encoding': 'br;q=0, gzip' },
    encoding: 'gzip',
  },
  {
    path: script,
    client: 'accepts gzip, and no brotli',
    headers: { 'Accept-Encoding': 'br;q=0, gzip' },
    encoding: 'gzip',
  },
  {
    path: '/',
    client: 'accepts nothing at all',
    headers: { 'Accept-Encoding': '*;q=0' },
    encoding: 'identity',
  },
  { path: '/', client: 'accepts zstd alone', headers: { 'Accept-Encoding': 'zstd' }, encoding: 'identity' },
  {
    path: '/',
    client: 'refuses identity alone',
    headers: { 'Accept-Encoding': 'identity;q=0' },
    encoding: 'identity',
  },
  {
    path: '/',
    client: 'sends a malformed list',
    headers: { 'Accept-Encoding': ';;q=,,=0;br;' },
    encoding: 'identity',
  },
] as const)('$path is sent in $encoding to a client that $client', async ({ path, headers, encoding }) => {
  const plain = await ask(server.url + path)
  const reply = await ask(server.url + path, { headers })
  const sent = { encoding: reply.headers['content-encoding'] ?? 'identity', vary: reply.headers.vary }
  expect(sent).toEqual({ encoding, vary: 'Accept-Encoding' })
  expect(decoders[encoding](reply.body)).toBeSameBytes(plain.body)
})

// One strong ETag is that of the same bytes: RFC 9110, section 8.8.1.
test.each(['/impressum', script])(
  '%s, which has a strong ETag, is sent as it is to a client that accepts deflate alone, and so is a part of it',
  async path => {
    for (const range of [{}, { Range: 'bytes=0-9' }]) {
      const plain = await ask(server.url + path, { headers: range })
      const reply = await ask(server.url + path, { headers: { ...range, 'Accept-Encoding': 'deflate' } })
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

test.each(['/', '/impressum'])('%s is nearly as small as it can be', async path => {
  const whole = (await ask(server.url + path)).body
  const sizes: Record<string, number> = {}
  for (const encoding of ['br', 'gzip'])
    sizes[encoding] = (await ask(server.url + path, { headers: { 'Accept-Encoding': encoding } })).body.length
  // Brotli 11 takes 37 ms for the last tenth.
  expect(sizes.br).toBeLessThan(1.12 * brotliCompressSync(whole).length)
  expect(sizes.gzip).toBeLessThanOrEqual(gzipSync(whole, { level: 9 }).length)
})

test('a page is not compressed with brotli 11 or in a large window, which take thirty times and ten times as long', async () => {
  const whole = (await ask(server.url)).body
  const { body } = await ask(server.url, { headers: { 'Accept-Encoding': 'br' } })
  expect(body.length).toBeGreaterThan(brotliCompressSync(whole).length)
  // RFC 7932, section 9.1: a first bit of 0 is a window of 64 kB.
  expect({ firstBit: body.readUInt8() & 1 }).toEqual({ firstBit: 0 })
})

test('a body that compression makes larger is not compressed', async () => {
  const identity = Buffer.from('ok')
  expect(await compress(identity)).toEqual({ identity, br: undefined, gzip: undefined })
})

test('clients with different Accept-Encoding, one after the other, are each sent what they accept', async () => {
  const sent: object[] = []
  for (const accepted of ['gzip', 'br', 'identity', 'br', 'br', 'gzip']) {
    const { headers } = await ask(`${server.url}/impressum`, { headers: { 'Accept-Encoding': accepted } })
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
