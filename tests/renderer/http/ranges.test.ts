// Parts of a response, as a download that goes on after a break asks for them: Range, If-Range, and RFC 9110's order of
// preconditions. Large files, of which videos are played in parts, are in public-files.test.ts.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ask } from '../../support/ask.ts'
import { build, dist, listen, manifest, siteOf } from '../../support/fixture-site.ts'

const [script = ''] = manifest.scripts

const server = await listen(await siteOf())
afterAll(() => server.close())

describe.each([
  { what: 'a page', path: '/impressum', file: join(dist, 'impressum.html') },
  { what: 'a script', path: script, file: join(build, 'public', script) },
])('$what', ({ path, file }) => {
  const at = (headers: Record<string, string>, method = 'GET') => ask(server.url + path, { headers, method })
  const whole = readFileSync(file)
  const size = whole.length

  test.each([
    { Range: 'bytes=0-0', range: `0-0`, part: whole.subarray(0, 1) },
    { Range: 'bytes=-3', range: `${size - 3}-${size - 1}`, part: whole.subarray(-3) },
    { Range: 'bytes=2-99999999', range: `2-${size - 1}`, part: whole.subarray(2) },
    { Range: 'bytes=-99999999', range: `0-${size - 1}`, part: whole },
  ])('is a 206 for $Range', async ({ Range, range, part }) => {
    const { status, headers, body } = await at({ Range })
    expect({ status, range: headers['content-range'] }).toEqual({
      status: 206,
      range: `bytes ${range}/${size}`,
    })
    expect(body).toBeSameBytes(part)
  })

  test.each(['bytes=-0', 'bytes=99999999-'])('is a 416 for %s', async Range => {
    const { status, headers } = await at({ Range })
    expect({ status, range: headers['content-range'], cache: headers['cache-control'] }).toEqual({
      status: 416,
      range: `bytes */${size}`,
      cache: 'no-store',
    })
  })

  test.each([
    { what: 'two ranges', Range: 'bytes=0-1,4-5' },
    { what: 'another unit', Range: 'lines=0-1' },
    { what: 'what is no range', Range: 'bytes=a-b' },
  ])('is whole for $what', async ({ Range }) => {
    const { status, headers, body } = await at({ Range })
    expect({ status, range: headers['content-range'], accepts: headers['accept-ranges'] }).toEqual({
      status: 200,
      range: undefined,
      accepts: 'bytes',
    })
    expect(body).toBeSameBytes(whole)
  })

  test('is whole for a HEAD, which ignores a range', async () => {
    expect((await at({ Range: 'bytes=0-1' }, 'HEAD')).status).toBe(200)
  })

  // RFC 9110, section 13.2.2
  test.each<{ what: string; status: number; headersFor: (etag: string) => Record<string, string> }>([
    { what: 'If-Range with its ETag', status: 206, headersFor: etag => ({ 'If-Range': etag }) },
    { what: 'If-Range with its ETag, weak', status: 200, headersFor: etag => ({ 'If-Range': `W/${etag}` }) },
    { what: 'If-Range with another ETag', status: 200, headersFor: () => ({ 'If-Range': '"other"' }) },
    {
      what: 'If-Range with a date',
      status: 200,
      headersFor: () => ({ 'If-Range': 'Fri, 20 Nov 2026 00:00:00 GMT' }),
    },
    { what: 'If-None-Match with its ETag', status: 304, headersFor: etag => ({ 'If-None-Match': etag }) },
    { what: 'If-None-Match with another', status: 206, headersFor: () => ({ 'If-None-Match': '"other"' }) },
  ])('is a $status for a range and $what', async ({ status, headersFor }) => {
    const { etag = '' } = (await at({})).headers
    expect((await at({ Range: 'bytes=0-1', ...headersFor(etag) })).status).toBe(status)
  })

  test('a part has the headers of the whole, so that the client can ask for the next part of the same', async () => {
    const { 'content-length': length, date, 'x-request-id': id, ...ofWhole } = (await at({})).headers
    const { headers } = await at({ Range: 'bytes=0-9' })
    expect(headers).toMatchObject({ ...ofWhole, 'content-length': '10' })
  })

  test('a range is one of the content encoding that is sent', async () => {
    const encoded = await at({ 'Accept-Encoding': 'br' })
    const part = await at({ 'Accept-Encoding': 'br', Range: 'bytes=2-5' })
    expect({ encoding: part.headers['content-encoding'], range: part.headers['content-range'] }).toEqual({
      encoding: 'br',
      range: `bytes 2-5/${encoded.body.length}`,
    })
    expect(part.body).toBeSameBytes(encoded.body.subarray(2, 6))
  })
})
