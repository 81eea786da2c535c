// Every header of a page with data, and of its data, spelled out: server/http/security-headers has the rest.
import { describe, expect, test } from 'vitest'
import { listenInBothModes } from '../../../tests/support/both-modes.ts'
import { request } from '../../../tests/support/http.ts'
import {
  cachedPage,
  compressible,
  HEADERS_CHANGED,
  html,
  json,
  known,
  made,
  noStore,
  ofDocument,
  ofEach,
  sentIn,
} from '../../../tests/support/sent-headers.ts'

const { modes } = await listenInBothModes()

const revalidatePrivately = { 'cache-control': 'private, no-cache' }

describe.each(modes)('$mode', ({ mode, server }) => {
  // A live page with data belongs to one visitor.
  const loaded = { 'server-timing': expect.stringMatching(/^loader;dur=[\d.]+$/) }
  const ofVisitor = { ...ofDocument, ...revalidatePrivately, ...made, ...compressible, ...loaded }
  test.each([
    { what: 'a page with data', path: '/stellen', live: { ...ofVisitor, ...html }, prerendered: cachedPage },
    {
      what: 'a page with data and revalidate',
      path: '/kurse',
      live: { ...cachedPage, 'server-timing': expect.stringMatching(/^cache;desc=miss, loader;dur=[\d.]+$/) },
      prerendered: cachedPage,
    },
    {
      what: 'the data of a page',
      path: '/stellen.json',
      live: { ...ofVisitor, ...json, 'x-robots-tag': 'noindex' },
      prerendered: { ...cachedPage, ...json, 'x-robots-tag': 'noindex' },
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
