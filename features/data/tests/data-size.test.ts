// The size limit of a page with data: two million bytes of HTML and data. tests/renderer/html/page-size.test.tsx covers
// pages without data.
import { expect, test } from 'vitest'
import { ask } from '../../../tests/support/ask.ts'
import { listen } from '../../../tests/support/fixture-site.ts'
import { createLogLines } from '../../../tests/support/log-lines.ts'
import { siteOfValues } from './support/value-site.tsx'

const { log, linesOf, problemsAt } = createLogLines()

/** A text of this many bytes, mostly two-byte letters. */
const textOf = (bytes: number) => 'ü'.repeat(Math.floor(bytes / 2)) + 'x'.repeat(bytes % 2)

/** A server whose page has this many bytes of data as JSON. */
async function serve(size: number) {
  let text = ''
  const component = () => null
  const site = await siteOfValues(
    { page: { path: '/page', load: () => ({ data: text }), Component: component } },
    { log },
  )
  const server = await listen(site)
  const { length } = (await ask(`${server.url}/page.json`)).body
  text = textOf(size - length)
  return server
}

test('data of more than two million bytes as JSON is a 500, and its size is logged', async () => {
  await using server = await serve(2_000_001)
  const { status, headers } = await ask(`${server.url}/page.json`)
  expect(status).toBe(500)
  const message =
    '/page: the page has 2000001 bytes, and 2000001 of them are its data as JSON: it may have 2000000'
  const [error] = await linesOf(headers['x-request-id'])
  expect(error).toMatchObject({ level: 50, err: { message } })
})

test('a page above half of the size limit is warned about in the log, once', async () => {
  await using server = await serve(1_100_000)
  for (let visit = 0; visit < 2; visit++) expect((await ask(`${server.url}/page`)).status).toBe(200)
  expect(problemsAt('/page')).toMatchObject([
    {
      level: 40,
      msg: expect.stringMatching(
        /^\/page: the page has 11\d{5} bytes, and 1100\d{3} of them are its data as JSON\. A page with data fails above 2000000 bytes$/,
      ),
    },
  ])
})
