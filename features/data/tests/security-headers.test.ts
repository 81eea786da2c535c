// Every header of a page with data, and of its data, spelled out: server/http/security-headers has the rest.
import { describe, expect, test } from 'vitest'
import { listenInBothModes } from '../../../tests/support/both-modes.ts'
import { request } from '../../../tests/support/http.ts'
import { HEADERS_CHANGED, ofDocument, ofEach, sentIn } from '../../../tests/support/sent-headers.ts'

const { modes } = await listenInBothModes()

const html = { 'content-type': 'text/html; charset=utf-8' }
const json = { 'content-type': 'application/json; charset=utf-8' }

const revalidate = { 'cache-control': 'no-cache' }
const askAgainAlone = { 'cache-control': 'private, no-cache' }
const noStore = { 'cache-control': 'no-store' }

/** A body whose length is known. */
const known = { 'content-length': expect.stringMatching(/^\d+$/) }
/** A body with a strong ETag, which supports ranges. */
const cached = { ...known, etag: expect.stringMatching(/^"[\w-]{16}"$/), 'accept-ranges': 'bytes' }
/** A body generated for this request. */
const made = { ...known, etag: expect.stringMatching(/^W\/"[^"]+"$/) }
const compressible = { vary: 'Accept-Encoding' }

const page = { ...ofDocument, ...html, ...revalidate, ...cached, ...compressible }

describe.each(modes)('$mode', ({ mode, server }) => {
  // A live page with data belongs to one visitor.
  const loaded = { 'server-timing': expect.stringMatching(/^loader;dur=[\d.]+$/) }
  const ofVisitor = { ...ofDocument, ...askAgainAlone, ...made, ...compressible, ...loaded }
  test.each([
    { what: 'a page with data', path: '/stellen', live: { ...ofVisitor, ...html }, prerendered: page },
    {
      what: 'a page with data and revalidate',
      path: '/kurse',
      live: { ...page, 'server-timing': expect.stringMatching(/^cache;desc=miss, loader;dur=[\d.]+$/) },
      prerendered: page,
    },
    {
      what: 'the data of a page',
      path: '/stellen.json',
      live: { ...ofVisitor, ...json, 'x-robots-tag': 'noindex' },
      prerendered: { ...page, ...json, 'x-robots-tag': 'noindex' },
    },
  ])('a 200 for $what has exactly the listed headers', async ({ path, ...headers }) => {
    const reply = await request(server.url + path)
    expect(reply.status).toBe(200)
    expect(sentIn(reply.headers), HEADERS_CHANGED).toEqual({
      ...ofEach,
      ...(mode === 'live' ? headers.live : headers.prerendered),
    })
  })

  test('a 500 for a page whose source is down has exactly the listed headers', async () => {
    const reply = await request(`${server.url}/lager`)
    expect(reply.status).toBe(500)
    expect(sentIn(reply.headers), HEADERS_CHANGED).toEqual({
      ...ofEach,
      ...ofDocument,
      ...html,
      ...noStore,
      ...known,
      ...compressible,
    })
  })
})
