// Permanent redirects from other spellings of a path.
import { describe, expect, test } from 'vitest'
import { listenInBothModes } from '../../support/both-modes.ts'
import { request } from '../../support/http.ts'

const { modes } = await listenInBothModes()

describe.each(modes)('$mode:', ({ server: { url } }) => {
  test.each([
    { what: 'extra slashes', path: '///kontakt', location: '/kontakt' },
    {
      what: 'capitals, a trailing slash and a query',
      path: '/KONTAKT/?a=1&b=/x',
      location: '/kontakt?a=1&b=/x',
    },
    { what: 'an escaped letter', path: '/%6bontakt', location: '/kontakt' },
  ])('$what: $path redirects to $location with a 308', async ({ path, location }) => {
    const { status, headers, body } = await request(url + path)
    const [target] = location.split('?')
    expect({
      status,
      location: headers.location,
      type: headers['content-type'],
      body: String(body),
    }).toEqual({
      status: 308,
      location,
      type: 'text/plain; charset=utf-8',
      body: `See ${target}\n`,
    })
  })
})
