import { expect, test, vi } from 'vitest'
import { hostFiles } from '../scripts/write/hosts.ts'
import { createRenderer } from '../server/render.tsx'
import { createPageTable } from '../shared/page-table.ts'
import { hosted, origin } from './support/server.ts'
import { home, table } from './support/table.ts'

vi.mock('../shared/company.ts', async load => {
  const module = await load<typeof import('../shared/company.ts')>()
  return { ...module, company: { ...module.company, lang: 'ar' }, isRightToLeft: true }
})

test('a page in a language that is written from right to left says so', async () => {
  const render = createRenderer({ origin, menus: table.menus })
  const page = { status: 200, path: '/', words: home, content: null, head: Buffer.alloc(0) }
  const html = await render(page, new AbortController().signal)
  expect(html.toString()).toContain('<html lang="ar" dir="rtl"')
})

test('and so does a page that has moved, for hosts that cannot redirect', () => {
  const moved = createPageTable([{ ...home, former: ['/once'] }])
  expect(hostFiles({ ...hosted, table: moved }, origin)['once.html']).toContain('<html lang="ar" dir="rtl">')
})
