import { expect, test } from 'vitest'
import { createHead } from '../../server/pages/head.ts'
import type { Row } from '../../shared/page-table.ts'
import { assets, origin, table } from '../support/fixture-site.ts'

const head = createHead(assets, origin)
const [post] = table.rows.filter(({ date }) => date) as [Row]

test('the policy stands before everything that it governs', () => {
  expect(head({ row: post }).toString()).toMatch(/^<meta http-equiv="Content-Security-Policy"/)
})

test('no text of a page ends an attribute or a script', () => {
  const text = '</script><b onclick="x">&'
  const html = head({ row: { ...post, title: text, heading: text, description: text } }).toString()
  expect(html).not.toMatch(/<b |onclick="x"/)
  expect(html).toContain('&#60;/script&#62;&#60;b onclick=&#34;x&#34;&#62;&#38;')
  const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
  expect(JSON.stringify(JSON.parse(data))).toContain(JSON.stringify(text))
})
