// The middleware of README.md, which redirects by Accept-Language.
import { expect, test } from 'vitest'
import { documentedModule } from '../../../tests/support/documented-module.ts'
import { listen } from '../../../tests/support/fixture-site.ts'
import { request } from '../../../tests/support/http.ts'
import { siteOfValues } from '../../../tests/support/value-site.tsx'

test('the middleware redirects the home page by the browser’s language, and Vary says so to caches', async () => {
  const { byLanguage } = await documentedModule('server/site/by-language.ts', 'features/languages')
  const pages = { home: { path: '/' }, german: { path: '/de' } } as const
  await using server = await listen(await siteOfValues(pages, { middleware: [byLanguage] }))
  const german = { 'Accept-Language': 'de-AT,de;q=0.9,en;q=0.8' }
  const to = async (path: string, headers = {}) => {
    const reply = await request(server.url + path, { headers })
    return `${reply.status} ${reply.headers.location ?? ''}`.trim()
  }
  expect({
    'reads German': await to('/', german),
    'reads English': await to('/', { 'Accept-Language': 'en' }),
    'says nothing': await to('/'),
    'follows a link of the site': await to('/', { ...german, 'Sec-Fetch-Site': 'same-origin' }),
    'asks for another page': await to('/de', german),
  }).toEqual({
    'reads German': '302 /de',
    'reads English': '200',
    'says nothing': '200',
    'follows a link of the site': '200',
    'asks for another page': '200',
  })
  expect((await request(server.url)).headers.vary?.split(', ').sort()).toEqual([
    'Accept-Encoding',
    'Accept-Language',
    'Sec-Fetch-Site',
  ])
})
