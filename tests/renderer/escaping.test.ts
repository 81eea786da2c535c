// A text of an owner or of a loader can end no attribute and no script of the head. routes.test.ts has a title with quotes
// and angle brackets, loaders.test.ts data.
import { expect, test } from 'vitest'
import { createHead } from '../../server/pages/head.ts'
import type { Row } from '../../shared/page-table.ts'
import { facts, manifest, origin, table } from '../support/fixture-site.ts'

const allowed = { sources: {}, features: {}, scripts: '' }
const head = createHead({ table, manifest, company: facts.company, allowed, origin })
const [post] = table.rows.filter(({ date }) => date) as [Row]

test('no text of a page ends an attribute or a script', () => {
  const text = '</script><b onclick="x">&'
  const row = { ...post, title: text, heading: text, description: text }
  const html = head({ row, head: row }).toString()
  expect(html).not.toMatch(/<b |onclick="x"/)
  expect(html).toContain('&#60;/script&#62;&#60;b onclick=&#34;x&#34;&#62;&#38;')
  const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
  expect(JSON.stringify(JSON.parse(data))).toContain(JSON.stringify(text))
})
