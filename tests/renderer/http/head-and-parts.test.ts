// What endpoints, files and pages say of their bodies: HEAD is GET without the body, a part is never compressed, a precondition
// that fails is a 412.
import { writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Express } from 'express'
import { afterAll, expect, test, vi } from 'vitest'
import { ask } from '../../support/ask.ts'
import { folder, listen, siteOf } from '../../support/fixture-site.ts'

globalThis.isBroken = true

const TEXT = 'A line of the export, which compression makes shorter.\n'.repeat(200)
writeFileSync(join(folder, 'export.csv'), TEXT)

vi.stubGlobal('testEndpoints', (app: Express) => {
  app.get('/api/export', (_req, res) => res.sendFile(join(folder, 'export.csv')))
  app.get('/api/status', (_req, res) => res.json({ status: 'ok' }))
  app.get('/api/report', (_req, res) => res.json({ report: TEXT }))
  app.get('/api/stream', (_req, res) => {
    res.type('text').write(TEXT)
    res.end()
  })
})
const server = await listen(await siteOf())
vi.unstubAllGlobals()
afterAll(() => server.close())

const at = (path: string, headers: Record<string, string>, method = 'GET') =>
  ask(server.url + path, { headers, method })

test.each(['gzip', 'br', 'deflate'])(
  'a part of a file is the bytes as they are for a client of %s',
  async encoding => {
    const { status, headers, body } = await at('/api/export', {
      Range: 'bytes=0-99',
      'Accept-Encoding': encoding,
    })
    expect({ status, encoding: headers['content-encoding'], body: String(body) }).toEqual({
      status: 206,
      encoding: undefined,
      body: TEXT.slice(0, 100),
    })
  },
)

test('a whole file of an endpoint is compressed', async () => {
  const { headers, body } = await at('/api/export', { 'Accept-Encoding': 'gzip' })
  expect(headers['content-encoding']).toBe('gzip')
  expect(String(gunzipSync(body))).toBe(TEXT)
})

/** Node doesn't say of a HEAD how its body would be transferred. */
const CHANGING = ['date', 'x-request-id', 'server-timing', 'transfer-encoding']
const lasting = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !CHANGING.includes(name)))

test.each([
  ['/api/status', 200],
  ['/api/report', 200],
  ['/api/export', 200],
  ['/api/stream', 200],
  ['/', 200],
  ['/Kontakt/', 308],
  ['/nothing', 404],
  ['/defekt', 500],
] as const)('HEAD of %s, which is a %i, has the headers of GET', async (path, status) => {
  for (const encoding of ['br', 'gzip', 'deflate', 'identity']) {
    const get = await at(path, { 'Accept-Encoding': encoding })
    const head = await at(path, { 'Accept-Encoding': encoding }, 'HEAD')
    expect({ encoding, status: head.status, body: head.body.length }).toEqual({ encoding, status, body: 0 })
    expect(lasting(head.headers)).toEqual(lasting(get.headers))
  }
})

test.each(['/api/status', '/Kontakt/'])('the few bytes of %s are sent as they are', async path => {
  const { headers } = await at(path, { 'Accept-Encoding': 'br' })
  expect(headers['content-encoding']).toBeUndefined()
})

const etagOf = async (path: string) => String((await at(path, {})).headers.etag)

test.each(['/', '/.well-known/security.txt'])(
  '%s with an If-Match of another body is a 412, with a range too',
  async path => {
    const etag = await etagOf(path)
    const statusOf = async (headers: Record<string, string>) => (await at(path, headers)).status
    expect([
      await statusOf({ 'If-Match': '"nope"' }),
      await statusOf({ 'If-Match': '"nope"', Range: 'bytes=0-9' }),
      await statusOf({ 'If-Match': '"nope"', 'If-None-Match': etag }),
      await statusOf({ 'If-Match': `W/${etag}` }), // A weak one never matches here: RFC 9110, section 13.1.1.
      await statusOf({ 'If-Match': `"nope", ${etag}` }),
      await statusOf({ 'If-Match': '*', Range: 'bytes=0-9' }),
      await statusOf({ 'If-Match': etag, 'If-None-Match': etag }),
      await statusOf({ 'If-Unmodified-Since': 'Wed, 21 Oct 2015 07:28:00 GMT' }), // Nothing has a date here.
    ]).toEqual([412, 412, 412, 412, 200, 206, 304, 200])
  },
)

test('a path that is missing is a 404, whatever its If-Match', async () => {
  expect((await at('/nothing', { 'If-Match': '"nope"' })).status).toBe(404)
})

test('a method that an endpoint lacks is a 405 with the methods that OPTIONS names', async () => {
  const answer = async (method: string) => {
    const { status, headers } = await at('/api/status', {}, method)
    return { status, allow: headers.allow }
  }
  const { allow } = await answer('OPTIONS')
  expect(allow).toBe('GET, HEAD')
  for (const method of ['POST', 'DELETE']) expect(await answer(method)).toEqual({ status: 405, allow })
})
