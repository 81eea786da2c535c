// HEAD, ranges and preconditions on endpoints, files and pages: HEAD is GET without the body, a part is never
// compressed, and a failed precondition is a 412.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Express } from 'express'
import { afterAll, expect, test, vi } from 'vitest'
import { expectHeadLikeGet } from '../../support/expect-head.ts'
import { folder, listen, siteOf } from '../../support/fixture-site.ts'
import { request } from '../../support/http.ts'

globalThis.isBroken = true

const TEXT = 'A line of the export, which compression makes shorter.\n'.repeat(200)
writeFileSync(join(folder, 'export.csv'), TEXT)

vi.stubGlobal('testEndpoints', (app: Express) => {
  app.get('/api/export', (_req, res) => res.sendFile(join(folder, 'export.csv')))
  app.get('/api/status', (_req, res) => res.json({ status: 'ok' }))
  app.get('/api/stream', (_req, res) => {
    res.type('text').write(TEXT)
    res.end()
  })
})
const server = await listen(await siteOf())
vi.unstubAllGlobals()
afterAll(() => server.close())

const at = (path: string, headers: Record<string, string>, method = 'GET') =>
  request(server.url + path, { headers, method })

test('a part of a file is sent uncompressed', async () => {
  const { status, headers, body } = await at('/api/export', {
    Range: 'bytes=0-1999', // Long enough to be compressed.
    'Accept-Encoding': 'gzip',
  })
  expect({ status, encoding: headers['content-encoding'], body: String(body) }).toEqual({
    status: 206,
    encoding: undefined,
    body: TEXT.slice(0, 2000),
  })
})

test('a whole file that an endpoint sends is compressed', async () => {
  const { headers, body } = await at('/api/export', { 'Accept-Encoding': 'gzip' })
  expect(headers['content-encoding']).toBe('gzip')
  expect(String(gunzipSync(body))).toBe(TEXT)
})

test.each([
  ['/api/status', 200],
  ['/api/export', 200],
  ['/api/stream', 200],
  ['/', 200],
  ['/tour.mp4', 200], // A large file, which is read from disk.
  ['/Kontakt/', 308],
  ['/nothing', 404],
  ['/defekt', 500],
] as const)('HEAD %s, a %i, has the same headers as GET', (path, status) =>
  expectHeadLikeGet(server.url + path, status),
)

test('a short body of an endpoint is sent uncompressed', async () => {
  const { headers } = await at('/api/status', { 'Accept-Encoding': 'br' })
  expect(headers['content-encoding']).toBeUndefined()
})

test('a page responds with 412 to an If-Match that doesn’t match, with or without a range', async () => {
  const { etag = '' } = (await at('/', {})).headers
  const statusOf = async (headers: Record<string, string>) => (await at('/', headers)).status
  expect([
    await statusOf({ 'If-Match': '"nope"' }),
    await statusOf({ 'If-Match': '"nope"', Range: 'bytes=0-9' }),
    await statusOf({ 'If-Match': '"nope"', 'If-None-Match': etag }),
    await statusOf({ 'If-Match': `W/${etag}` }), // A weak ETag never matches here: RFC 9110, section 13.1.1.
    await statusOf({ 'If-Match': `"nope", ${etag}` }),
    await statusOf({ 'If-Match': '*', Range: 'bytes=0-9' }),
    await statusOf({ 'If-Match': etag, 'If-None-Match': etag }),
    await statusOf({ 'If-Unmodified-Since': 'Wed, 21 Oct 2015 07:28:00 GMT' }), // No response has a Last-Modified date.
  ]).toEqual([412, 412, 412, 412, 200, 206, 304, 200])
})

test('a missing path is a 404 whatever the If-Match', async () => {
  expect((await at('/nothing', { 'If-Match': '"nope"' })).status).toBe(404)
})
