// The middleware of README.md redirects addresses that `redirectFrom` can't express.
import { expect, test } from 'vitest'
import { documentedModule } from '../../../tests/support/documented-module.ts'
import { listen } from '../../../tests/support/fixture-site.ts'
import { request } from '../../../tests/support/http.ts'
import { siteOfValues } from '../../../tests/support/value-site.tsx'

test('the middleware redirects old addresses by path, query or a segment', async () => {
  const { oldSite } = await documentedModule('server/site/old-site.ts', 'features/redirects')
  const pages = { home: { path: '/' }, about: { path: '/about' } } as const
  await using server = await listen(await siteOfValues(pages, { middleware: [oldSite] }))
  const answers: Record<string, string> = {}
  for (const path of [
    '/index.php?id=3',
    '/index.php?id=4',
    '/%C3%BCber-uns',
    '/stelle/mason.html',
    '/about',
  ]) {
    const { status, headers } = await request(server.url + path)
    answers[path] = `${status} ${headers.location ?? ''}`.trim()
  }
  expect(answers).toEqual({
    '/index.php?id=3': '308 /about',
    '/index.php?id=4': '404',
    '/%C3%BCber-uns': '308 /about',
    '/stelle/mason.html': '308 /jobs/mason',
    '/about': '200',
  })
})
