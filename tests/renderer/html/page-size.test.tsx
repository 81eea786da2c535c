// The size limit of a page, to the byte: two million for HTML and data together if it has a loader, otherwise five. A
// larger page is a 500.
import { expect, test } from 'vitest'
import { createHtmlRenderer } from '../../../server/render/render.tsx'
import { languageWith, site } from '../../support/site.tsx'
import { ORIGIN } from '../../support/value-site.tsx'

/** A text of this many bytes, mostly two-byte letters. */
const textOf = (bytes: number) => 'ü'.repeat(Math.floor(bytes / 2)) + 'x'.repeat(bytes % 2)

const layout = {
  site,
  origin: ORIGIN,
  languages: [languageWith({})] as const,
  year: '2026',
}
const render = createHtmlRenderer(layout)

/** The HTML of a page whose text and data have these sizes. */
function page(bytes: { text: number; data?: number }) {
  const page = {
    pattern: '/page',
    head: {
      path: '/page',
      title: 'A page',
      lang: 'en',
      canonical: undefined,
      alternates: undefined,
    },
    component: () => <p>{textOf(bytes.text)}</p>,
  }
  const input = {
    page,
    headHtml: Buffer.alloc(0),
    ...(bytes.data && { json: JSON.stringify({ data: textOf(bytes.data) }) }),
  }
  return render(input, new AbortController().signal)
}

/** The sizes of text and data that make a page of this size. */
async function bytesFor(size: number) {
  const empty = await page({ text: 2, data: 2 }) // React omits an empty text.
  const half = Math.floor((size - empty.length) / 2)
  return { text: half + 2, data: size - empty.length - half + 2 }
}

test('renders a page with data of exactly two million bytes', async () => {
  const html = await page(await bytesFor(2_000_000))
  expect(html.length).toBe(2_000_000)
})

test('rejects a page with data that is one byte larger, naming both sizes', async () => {
  const bytes = await bytesFor(2_000_001)
  const data = '<script type="application/json" id="page-data">{"data":""}</script>'.length + bytes.data
  await expect(page(bytes)).rejects.toThrow(
    `/page: the page has 2000001 bytes, and ${data} of them are its data as JSON: it may have 2000000`,
  )
})

test.each([
  { size: 5_000_000, problem: undefined },
  { size: 5_000_001, problem: '/page: the page has 5000001 bytes: it may have 5000000' },
])('limits a page without a loader to five million bytes: $size', async ({ size, problem }) => {
  const empty = await page({ text: 2 })
  const rendered = page({ text: size - empty.length + 2 })
  if (problem) await expect(rendered).rejects.toThrow(problem)
  else expect((await rendered).length).toBe(size)
})
