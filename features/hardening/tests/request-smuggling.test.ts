// An unread body is never taken for the next request of a connection, which a proxy shares among visitors.
import express, { type Express } from 'express'
import { afterAll, expect, test, vi } from 'vitest'
import { listen, siteOf } from '../../../tests/support/fixture-site.ts'
import { headersOf, send } from '../../../tests/support/http.ts'

/** An endpoint for a form that only the site's own pages may submit. */
const formular = (app: Express) =>
  app.post(
    '/formular',
    (req, res, next) => (req.get('Sec-Fetch-Site') === 'same-origin' ? next() : res.sendStatus(403)),
    express.urlencoded(),
    (_req, res) => res.redirect(303, '/'),
  )
vi.stubGlobal('testEndpoints', formular)
const server = await listen(await siteOf())
vi.unstubAllGlobals()
afterAll(() => server.close())

const smuggled = 'GET /kontakt HTTP/1.1\r\nHost: a\r\n\r\n'

/** The responses of a connection: the status of each, and whether the first one closes it. */
function answered(reply: string) {
  const statuses = Array.from(reply.matchAll(/HTTP\/1\.1 (\d+) /g), ([, status]) => Number(status))
  return { statuses, connection: headersOf(reply).connection }
}

test.each([
  { method: 'GET', header: `Content-Length: ${smuggled.length}`, body: smuggled, status: 200 },
  { method: 'POST', header: `Content-Length: ${smuggled.length}`, body: smuggled, status: 405 },
  { method: 'GET', header: 'Transfer-Encoding: chunked', body: `0\r\n\r\n${smuggled}`, status: 200 },
])(
  'a $method with $header closes the connection: its body is not taken for a request',
  async ({ method, header, body, status }) => {
    const reply = await send(server.port, `${method} / HTTP/1.1\r\nHost: a\r\n${header}\r\n\r\n${body}`)
    expect(answered(reply)).toEqual({ statuses: [status], connection: 'close' })
  },
)

/** A form as a browser submits it. */
const form = (body: string, headers: string) =>
  `POST /formular HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n${headers}\r\n${body}`
const FROM_OWN_PAGE = 'Sec-Fetch-Site: same-origin\r\n'

test('the connection stays open after a form whose body was read', async () => {
  const body = 'name=Ada&email=ada%40example.com&message=Hallo'
  const last = `${FROM_OWN_PAGE}Connection: close\r\n`
  const reply = await send(server.port, form(body, FROM_OWN_PAGE) + form(body, last))
  expect(answered(reply)).toEqual({ statuses: [303, 303], connection: undefined })
})

test.each([
  { what: 'that its endpoint rejects unread', status: 403, bytes: form(smuggled, '') },
  {
    what: 'in an unknown charset',
    status: 415,
    bytes: form(smuggled, FROM_OWN_PAGE).replace('urlencoded', 'urlencoded; charset=klingon'),
  },
  {
    what: 'for a path without an endpoint',
    status: 404,
    bytes: form(smuggled, '').replace('/formular', '/nichts'),
  },
])('a form $what closes the connection: its body is not taken for a request', async ({ status, bytes }) => {
  expect(answered(await send(server.port, bytes))).toEqual({ statuses: [status], connection: 'close' })
})

test('the connection stays open after a request with an empty body', async () => {
  const empty = 'GET /kontakt HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n'
  const reply = await send(server.port, `${empty}\r\n${empty}Connection: close\r\n\r\n`)
  expect(answered(reply)).toEqual({ statuses: [200, 200], connection: 'keep-alive' })
})
