// Permanent redirects from other spellings of a path.
import { afterAll, expect, test } from 'vitest'
import { listen, siteOf } from '../../support/fixture-site.ts'
import { request } from '../../support/http.ts'

const server = await listen(await siteOf())
afterAll(() => server.close())

test.each([
  { what: 'extra slashes', path: '///kontakt', location: '/kontakt' },
  {
    what: 'capitals, a trailing slash and a query',
    path: '/KONTAKT/?a=1&b=/x',
    location: '/kontakt?a=1&b=/x',
  },
  { what: 'an escaped letter', path: '/%6bontakt', location: '/kontakt' },
])('$what: $path redirects to $location with a 308', async ({ path, location }) => {
  const { status, headers, body } = await request(server.url + path)
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
