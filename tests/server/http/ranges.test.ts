// Range requests, which resume a download: Range, If-Range, and RFC 9110's order of preconditions. public-files.test.ts
// covers ranges of large files, such as videos.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { build, listen, manifest, siteOf } from '../../support/fixture-site.ts'
import { request } from '../../support/http.ts'

const [script = ''] = manifest.scripts

const server = await listen(await siteOf())
afterAll(() => server.close())

const at = (headers: Record<string, string>, method = 'GET') =>
  request(server.url + script, { headers, method })
const whole = readFileSync(join(build, 'public', script))
const size = whole.length

test.each([
  { Range: 'bytes=0-0', range: `0-0`, part: whole.subarray(0, 1) },
  { Range: 'bytes=-3', range: `${size - 3}-${size - 1}`, part: whole.subarray(-3) },
  { Range: 'bytes=2-99999999', range: `2-${size - 1}`, part: whole.subarray(2) },
  { Range: 'bytes=-99999999', range: `0-${size - 1}`, part: whole },
])('a script responds with 206 to $Range', async ({ Range, range, part }) => {
  const { status, headers, body } = await at({ Range })
  expect({ status, range: headers['content-range'] }).toEqual({
    status: 206,
    range: `bytes ${range}/${size}`,
  })
  expect(body).toBeSameBytes(part)
})

test.each(['bytes=-0', 'bytes=99999999-'])('a script responds with 416 to %s', async Range => {
  const { status, headers } = await at({ Range })
  expect({ status, range: headers['content-range'], cache: headers['cache-control'] }).toEqual({
    status: 416,
    range: `bytes */${size}`,
    cache: 'no-store',
  })
})

test.each([
  { what: 'multiple ranges', Range: 'bytes=0-1,4-5' },
  { what: 'an unknown unit', Range: 'lines=0-1' },
  { what: 'a malformed range', Range: 'bytes=a-b' },
])('a script is sent whole for $what', async ({ Range }) => {
  const { status, headers, body } = await at({ Range })
  expect({ status, range: headers['content-range'], accepts: headers['accept-ranges'] }).toEqual({
    status: 200,
    range: undefined,
    accepts: 'bytes',
  })
  expect(body).toBeSameBytes(whole)
})

test('a range is ignored on HEAD', async () => {
  expect((await at({ Range: 'bytes=0-1' }, 'HEAD')).status).toBe(200)
})

// RFC 9110, section 13.2.2
test.each<{ what: string; status: number; headersFor: (etag: string) => Record<string, string> }>([
  { what: 'If-Range with its ETag', status: 206, headersFor: etag => ({ 'If-Range': etag }) },
  {
    what: 'If-Range with its ETag as a weak one',
    status: 200,
    headersFor: etag => ({ 'If-Range': `W/${etag}` }),
  },
  {
    what: 'If-Range with a date',
    status: 200,
    headersFor: () => ({ 'If-Range': 'Fri, 20 Nov 2026 00:00:00 GMT' }),
  },
  { what: 'If-None-Match with its ETag', status: 304, headersFor: etag => ({ 'If-None-Match': etag }) },
])('a script responds with $status to a range and $what', async ({ status, headersFor }) => {
  const { etag = '' } = (await at({})).headers
  expect((await at({ Range: 'bytes=0-1', ...headersFor(etag) })).status).toBe(status)
})

test('a range applies to the encoded bytes', async () => {
  const encoded = await at({ 'Accept-Encoding': 'br' })
  const part = await at({ 'Accept-Encoding': 'br', Range: 'bytes=2-5' })
  expect({ encoding: part.headers['content-encoding'], range: part.headers['content-range'] }).toEqual({
    encoding: 'br',
    range: `bytes 2-5/${encoded.body.length}`,
  })
  expect(part.body).toBeSameBytes(encoded.body.subarray(2, 6))
})
