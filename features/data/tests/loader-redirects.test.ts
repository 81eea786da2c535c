// A loader's redirect(): where it may lead, with which status, and which targets are refused to prevent open redirects.
import { expect, test } from 'vitest'
import { listen, siteOf } from '../../../tests/support/fixture-site.ts'
import { request } from '../../../tests/support/http.ts'
import { createLogLines } from '../../../tests/support/log-lines.ts'
import type { AnyLoader } from '../load-data.ts'
import { redirect } from '../site.ts'
import { siteOfValues, type ValuePage } from './support/value-site.tsx'

const { log, linesOf } = createLogLines()

/** A site with a page at /page and this loader, which may redirect to https://shop.example. */
const serve = async (load: AnyLoader['load'], route: Partial<ValuePage> = {}) =>
  listen(
    await siteOfValues(
      { page: { path: '/page', load, ...route } },
      { log, allowed: { redirects: ['https://shop.example'] } },
    ),
  )

test.each([
  { to: '/other?a=b c#d', location: '/other?a=b%20c#d' },
  { to: '/"><script>', location: '/%22%3E%3Cscript%3E' },
  { to: '/x\r\nSet-Cookie: a=b', location: '/xSet-Cookie:%20a=b' },
  { to: '/?next=//evil.example', location: '/?next=//evil.example' },
])('redirect($to) leads to $location, for a page and for its data', async ({ to, location }) => {
  await using server = await serve(() => redirect(to))
  for (const path of ['/page', '/page.json']) {
    const { status, headers, body } = await request(server.url + path)
    expect({ path, status, location: headers.location, cache: headers['cache-control'] }).toEqual({
      path,
      status: 302,
      location,
      cache: 'no-store',
    })
    expect(headers).not.toHaveProperty('set-cookie')
    expect(String(body)).not.toContain('<script>')
  }
})

test('redirect() may lead to an origin that server/site/policy.ts lists', async () => {
  await using server = await listen(await siteOf())
  expect(await request(`${server.url}/stellen/stapler`)).toMatchObject({
    status: 302,
    headers: { location: 'https://stapler.example/kurse' },
  })
})

test('redirect(to, 308) responds with that status, for a page and for its data', async () => {
  await using server = await serve(() => redirect('/other', 308), { revalidate: 60 })
  for (const path of ['/page', '/page.json'])
    expect(await request(server.url + path)).toMatchObject({ status: 308, headers: { location: '/other' } })
})

test.each([
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  '/%2e//evil.example',
  'https://other.example',
  'https://shop.example.evil.example',
  'https://shop.example@evil.example',
  'http://shop.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'other',
  '?a=1',
  '',
])('redirect(%j) is refused with a 500 without a location, and logged', async to => {
  await using server = await serve(() => redirect(to))
  const { status, headers } = await request(`${server.url}/page`)
  expect({ status, location: headers.location }).toEqual({ status: 500, location: undefined })
  const message = `/page: the loader redirects to ${to}: write a path that begins with one slash, or list its origin as \`redirects\` in server/site/policy.ts`
  expect(await linesOf(headers['x-request-id'])).toMatchObject([{ level: 50, err: { message } }, {}])
})
