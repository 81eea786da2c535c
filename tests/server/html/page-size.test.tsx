// The size limit of a page, to the byte: five million. A larger page is a 500.
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

/** The HTML of a page whose text has this many bytes. */
function page(bytes: number) {
  const page = {
    pattern: '/page',
    head: {
      path: '/page',
      title: 'A page',
      lang: 'en',
      canonical: undefined,
      alternates: undefined,
    },
    component: () => <p>{textOf(bytes)}</p>,
  }
  return render({ page, headHtml: Buffer.alloc(0) }, new AbortController().signal)
}

test.each([
  { size: 5_000_000, problem: undefined },
  { size: 5_000_001, problem: '/page: the page has 5000001 bytes: it may have 5000000' },
])('limits a page to five million bytes: $size', async ({ size, problem }) => {
  const empty = await page(2) // React omits an empty text.
  const rendered = page(size - empty.length + 2)
  if (problem) await expect(rendered).rejects.toThrow(problem)
  else expect((await rendered).length).toBe(size)
})
