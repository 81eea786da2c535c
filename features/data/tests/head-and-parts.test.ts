// HEAD for pages with data and for their data: server/http/head-and-parts has the rest.
import { afterAll, test } from 'vitest'
import { expectHeadLikeGet } from '../../../tests/support/expect-head.ts'
import { listen, siteOf } from '../../../tests/support/fixture-site.ts'

const server = await listen(await siteOf())
afterAll(() => server.close())

test.each([
  ['/stellen', 200],
  ['/stellen.json', 200],
  ['/kurse', 200],
  ['/lager', 500],
] as const)('HEAD %s, a %i, has the same headers as GET', (path, status) =>
  expectHeadLikeGet(server.url + path, status),
)
