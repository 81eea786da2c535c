import { expect, test, vi } from 'vitest'
import { createRenderer } from '../server/render.tsx'
import { origin } from './support/server.ts'
import { home, table } from './support/table.ts'

vi.mock('../shared/company.ts', async load => {
  const module = await load<typeof import('../shared/company.ts')>()
  return { ...module, company: { ...module.company, lang: 'ar' }, isRightToLeft: true }
})

test('a page in a language that is written from right to left says so', async () => {
  const render = createRenderer({ origin, menus: table.menus })
  const page = { status: 200, path: '/', facts: home, content: null, head: Buffer.alloc(0) }
  const html = await render(page, new AbortController().signal)
  expect(html.toString()).toContain('<html lang="ar" dir="rtl"')
})
