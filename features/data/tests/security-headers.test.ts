// The headers of a page with data, and of its data, all of them and literally: renderer/http/security-headers has the rest.
import { describe, expect, test } from 'vitest'
import { ask } from '../../../tests/support/ask.ts'
import { listenInBothModes } from '../../../tests/support/both-modes.ts'
import { HEADERS_CHANGED, ofDocument, ofEach, sentIn } from '../../../tests/support/sent-headers.ts'

const { modes } = await listenInBothModes()

const html = { 'content-type': 'text/html; charset=utf-8' }
const json = { 'content-type': 'application/json; charset=utf-8' }

const askAgain = { 'cache-control': 'no-cache' }
const askAgainAlone = { 'cache-control': 'private, no-cache' }
const keepNothing = { 'cache-control': 'no-store' }

/** A body that is the same for every request. */
const known = { 'content-length': expect.stringMatching(/^\d+$/) }
/** One with an ETag, of which a client may ask for a part. */
const cached = { ...known, etag: expect.stringMatching(/^"[\w-]{16}"$/), 'accept-ranges': 'bytes' }
/** A body of this request. */
const made = { ...known, etag: expect.stringMatching(/^W\/"[^"]+"$/) }
const compressible = { vary: 'Accept-Encoding' }

const page = { ...ofDocument, ...html, ...askAgain, ...cached, ...compressible }

describe.each(modes)('$mode', ({ mode, server }) => {
  // Of a page with data, what is live is of one visitor.
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
  ])('a 200 for $what has these headers, and no others', async ({ path, ...headers }) => {
    const reply = await ask(server.url + path)
    expect(reply.status).toBe(200)
    expect(sentIn(reply.headers), HEADERS_CHANGED).toEqual({
      ...ofEach,
      ...(mode === 'live' ? headers.live : headers.prerendered),
    })
  })

  test('a 500 for a page whose source is away has these headers, and no others', async () => {
    const reply = await ask(`${server.url}/lager`)
    expect(reply.status).toBe(500)
    expect(sentIn(reply.headers), HEADERS_CHANGED).toEqual({
      ...ofEach,
      ...ofDocument,
      ...html,
      ...keepNothing,
      ...known,
      ...compressible,
    })
  })
})
