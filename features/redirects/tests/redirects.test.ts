// An old path leads to its page: by a 308 of our server, and by a redirect page in dist/.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import supertest from 'supertest'
import { afterAll, expect, test } from 'vitest'
import { documentOf } from '../../../tests/support/document-of.ts'
import { dist, listen, siteOf, table } from '../../../tests/support/fixture-site.ts'
import { request } from '../../../tests/support/http.ts'
import { siteOfValues } from '../../../tests/support/value-site.tsx'
import { redirects } from '../build.ts'

const live = await listen(await siteOf())
afterAll(() => live.close())

test.each([
  { what: 'an old path, with its query', path: '/contact?q', location: '/kontakt?q' },
  { what: 'another spelling of an old path', path: '/About/', location: '/ueber-uns/team' },
  { what: 'an old path of a file', path: '/recht/datenschutz.html', location: '/datenschutz' },
])('$what: $path gets a 308 to $location', async ({ path, location }) => {
  const { status, headers, body } = await request(live.url + path)
  const [target] = location.split('?')
  expect({ status, location: headers.location, body: String(body) }).toEqual({
    status: 308,
    location,
    body: `See ${target}\n`,
  })
})

test('an endpoint takes precedence over an old path', async () => {
  const moved = { path: '/moved', redirectFrom: ['/was-here', '/was-there'] } as const
  const site = await siteOfValues(
    { home: { path: '/' }, moved },
    {
      buildFeatures: [redirects],
      endpoints: app => void app.get('/was-here', (_req, res) => void res.send('endpoint')),
    },
  )
  await supertest(site).get('/was-here').expect(200, 'endpoint')
  await supertest(site).get('/was-there').expect(308)
})

test('dist/ has a redirect page for each old path', () => {
  // At /datenschutz.html, a static host sends the page itself.
  const isPage = (path: string) => table.match(path.replace(/\.html$/, '')) !== undefined
  const known = table.redirects.filter(([from]) => !isPage(from))
  expect(known).toContainEqual(['/team.php', '/ueber-uns/team'])
  for (const [from, to] of known) {
    const file = join(dist, from.endsWith('.html') ? from : `${from}.html`)
    const refresh = documentOf(readFileSync(file, 'utf8')).querySelector('meta[http-equiv=refresh]')
    expect({ from, refresh: refresh?.getAttribute('content') }).toEqual({ from, refresh: `0; url=${to}` })
  }
})

test('our server doesn’t serve the redirect pages of dist/', async () => {
  expect(existsSync(join(dist, 'team.php.html'))).toBe(true)
  await using server = await listen(await siteOf({ serve: 'static' }))
  expect((await request(`${server.url}/team.php.html`)).status).toBe(404)
})

test('old paths aren’t in any script', () => {
  const scripts = globSync('assets/*.js', { cwd: dist })
  expect(scripts).not.toEqual([])
  const knowing = scripts.filter(name =>
    /\/team\.php|redirectFrom:/.test(readFileSync(join(dist, name), 'utf8')),
  )
  expect(knowing).toEqual([])
})
