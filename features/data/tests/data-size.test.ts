// The size limit of a page with data, to the byte: two million bytes of HTML and data. A larger page is a 500.
// tests/server/html/page-size.test.tsx covers pages without data.
import { expect, test } from 'vitest'
import { listen } from '../../../tests/support/fixture-site.ts'
import { request } from '../../../tests/support/http.ts'
import { createLogLines } from '../../../tests/support/log-lines.ts'
import { siteOfValues } from './support/value-site.tsx'

const { log, linesOf, problemsAt } = createLogLines()

/** A text of this many bytes, mostly two-byte letters. */
const textOf = (bytes: number) => 'ü'.repeat(Math.floor(bytes / 2)) + 'x'.repeat(bytes % 2)

/** A server whose page has this many bytes: as HTML, which contains its data, or as JSON. */
async function serve(size: number, path: '/page' | '/page.json') {
  let text = 'x'
  const component = () => null
  const site = await siteOfValues(
    { page: { path: '/page', load: () => ({ data: text }), Component: component } },
    { log },
  )
  const server = await listen(site)
  const { length } = (await request(server.url + path)).body
  text = textOf(size - length + 1)
  return server
}

test('a page of exactly two million bytes is sent', async () => {
  await using server = await serve(2_000_000, '/page')
  const { status, body } = await request(`${server.url}/page`)
  expect({ status, length: body.length }).toEqual({ status: 200, length: 2_000_000 })
})

test('a page that is one byte larger is a 500, and the log has both sizes', async () => {
  await using server = await serve(2_000_001, '/page')
  const { status, headers } = await request(`${server.url}/page`)
  expect(status).toBe(500)
  const message = expect.stringMatching(
    /^\/page: the page has 2000001 bytes, and 19\d{5} of them are its data as JSON: it may have 2000000$/,
  )
  const [error] = await linesOf(headers['x-request-id'])
  expect(error).toMatchObject({ level: 50, err: { message } })
})

test('data of more than two million bytes as JSON is a 500, and its size is logged', async () => {
  await using server = await serve(2_000_001, '/page.json')
  const { status, headers } = await request(`${server.url}/page.json`)
  expect(status).toBe(500)
  const message =
    '/page: the page has 2000001 bytes, and 2000001 of them are its data as JSON: it may have 2000000'
  const [error] = await linesOf(headers['x-request-id'])
  expect(error).toMatchObject({ level: 50, err: { message } })
})

test('a page above half of the size limit is warned about in the log, once', async () => {
  await using server = await serve(1_100_000, '/page.json')
  for (let visit = 0; visit < 2; visit++) expect((await request(`${server.url}/page`)).status).toBe(200)
  expect(problemsAt('/page')).toMatchObject([
    {
      level: 40,
      msg: expect.stringMatching(
        /^\/page: the page has 11\d{5} bytes, and 1100\d{3} of them are its data as JSON\. A page with data fails above 2000000 bytes$/,
      ),
    },
  ])
})
