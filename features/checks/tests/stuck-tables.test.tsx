// The build warns about tables in a text that the keyboard can't scroll.
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Prose } from '../../../shared/ui/prose.tsx'
import { ProseTable } from '../../../shared/ui/prose-table.tsx'
import { elementsOf } from '../html.ts'
import { hasStuckTable } from '../stuck-tables.ts'

const rows = (
  <tbody>
    <tr>
      <td>12</td>
    </tr>
  </tbody>
)
const Plain = () => <table>{rows}</table>
const Scrolling = () => <ProseTable>{rows}</ProseTable>

test.each([
  { what: 'in a component of the text', children: <Plain />, expected: true },
  { what: 'in a ProseTable of such a component', children: <Scrolling />, expected: false },
  { what: 'directly in the text', children: <table>{rows}</table>, expected: false },
])('a table $what is stuck: $expected', ({ children, expected }) => {
  const html = renderToStaticMarkup(<Prose title="Prices">{children}</Prose>)
  expect(hasStuckTable(elementsOf(html))).toBe(expected)
})

test('a table outside of a text is not reported', () => {
  expect(hasStuckTable(elementsOf('<main><table></table></main>'))).toBe(false)
})
