// Compression of pages with data, and of their data: server/http/compression has the rest.
import { brotliCompressSync, brotliDecompressSync, constants, gzipSync, inflateSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { listen, siteOf } from '../../../tests/support/fixture-site.ts'
import { request } from '../../../tests/support/http.ts'

const server = await listen(await siteOf())
afterAll(() => server.close())

test.each(['/stellen', '/kurse', '/kurse.json'])('%s is sent as brotli to Chrome', async path => {
  const plain = await request(server.url + path)
  const { headers, body } = await request(server.url + path, {
    headers: { 'Accept-Encoding': 'gzip, deflate, br, zstd' },
  })
  expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' })
  expect(brotliDecompressSync(body)).toBeSameBytes(plain.body)
})

test('a page with data, whose ETag is weak, is deflated for a client that accepts only deflate', async () => {
  const plain = await request(`${server.url}/stellen`)
  const { headers, body } = await request(`${server.url}/stellen`, {
    headers: { 'Accept-Encoding': 'deflate' },
  })
  expect(headers).toMatchObject({ 'content-encoding': 'deflate', etag: plain.headers.etag })
  expect(inflateSync(body)).toBeSameBytes(plain.body)
})

test('a page with data is compressed at a low level, because it’s compressed for each request', async () => {
  const whole = (await request(`${server.url}/stellen`)).body
  const sizeIn = async (encoding: string) =>
    (await request(`${server.url}/stellen`, { headers: { 'Accept-Encoding': encoding } })).body.length
  const middle = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
  expect(await sizeIn('br')).toBeGreaterThan(brotliCompressSync(whole, middle).length)
  expect(await sizeIn('gzip')).toBeGreaterThan(gzipSync(whole, { level: 5 }).length)
})
