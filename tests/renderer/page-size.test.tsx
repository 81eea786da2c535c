// How large a page may be: five million bytes, HTML and data together, to the byte. A larger one is a 500.
import { expect, test } from 'vitest'
import { createRenderer } from '../../server/pages/render.tsx'
import { ask } from '../support/ask.ts'
import { listen } from '../support/fixture-site.ts'
import { createLogLines } from '../support/log-lines.ts'
import { owner } from '../support/owner.tsx'
import { ORIGIN, siteOfValues } from '../support/value-site.tsx'

const { log, linesOf } = createLogLines()

/** A text of so many bytes, most of them in letters of two. */
const textOf = (bytes: number) => 'ü'.repeat(Math.floor(bytes / 2)) + 'x'.repeat(bytes % 2)

const layout = { owner, origin: ORIGIN, menus: { header: [], footer: [] }, isRightToLeft: () => false }
const render = createRenderer(layout)

/** The HTML of a page with a text and data of so many bytes each. */
function page(bytes: { text: number; data: number }) {
  const page = {
    pattern: '/page',
    head: { path: '/page', title: 'A page', description: 'What it shows.' },
    component: () => <p>{textOf(bytes.text)}</p>,
  }
  const input = { path: '/page', page, head: Buffer.alloc(0), json: textOf(bytes.data) }
  return render(input, new AbortController().signal)
}

/** Of how many bytes the texts must be for a page of so many. */
async function bytesFor(size: number) {
  const empty = await page({ text: 2, data: 2 }) // React leaves out what is empty.
  const half = Math.floor((size - empty.length) / 2)
  return { text: half + 2, data: size - empty.length - half + 2 }
}

test('a page of exactly five million bytes is rendered', async () => {
  const html = await page(await bytesFor(5_000_000))
  expect(html.length).toBe(5_000_000)
})

test('a page of one byte more is refused', async () => {
  await expect(bytesFor(5_000_001).then(page)).rejects.toThrow(
    '/page: the page has more than the 5000000 bytes that it may have, its data included',
  )
})

/** A server whose page has data of so many bytes as JSON. */
async function serve(size: number) {
  let text = ''
  const site = await siteOfValues({ page: { path: '/page', load: () => ({ data: text }) } }, log)
  const server = await listen(site)
  const { length } = (await ask(`${server.url}/page.json`)).body
  text = textOf(size - length)
  return server
}

test('data of exactly five million bytes as JSON is sent', async () => {
  await using server = await serve(5_000_000)
  const { status, body } = await ask(`${server.url}/page.json`)
  expect({ status, size: body.length }).toEqual({ status: 200, size: 5_000_000 })
})

test('data of one byte more is a 500, and the log says how large it is', async () => {
  await using server = await serve(5_000_001)
  const { status, headers } = await ask(`${server.url}/page.json`)
  expect(status).toBe(500)
  const message = "/page: the loader's data has 5000001 bytes: a page may have 5000000, its data included"
  const [error] = await linesOf(headers['x-request-id'])
  expect(error).toMatchObject({ level: 50, err: { message } })
})
