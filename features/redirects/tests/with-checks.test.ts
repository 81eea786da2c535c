// A link to an old path of a page is rejected, with the current path.
import { expect, test } from 'vitest'
import { makeTable } from '../../../scripts/bundle/make-table.ts'
import { siteToCheck } from '../../../tests/support/checked-site.ts'
import { routesWith } from '../../../tests/support/routes.ts'
import { companyFile } from '../../../tests/support/site.tsx'
import { checks } from '../../checks/build.ts'
import { redirects } from '../build.ts'

test('a link to an old path is rejected, with the current path', async () => {
  const about = { path: '/about', redirectFrom: ['/old'] } as const
  const routes = routesWith({ home: { path: '/' }, about })
  const table = makeTable(routes, companyFile, [redirects])
  const check = checks.checkPages?.(siteToCheck(table))
  const html = Buffer.from('<main><h1>Home</h1><a href="/old">Old</a></main>')
  await check?.add({ path: '/', route: routes[0], html, otherFiles: [] })
  expect(check?.diagnostics()).toEqual([
    { severity: 'error', message: '/ links to /old, which redirects: write /about' },
  ])
})
