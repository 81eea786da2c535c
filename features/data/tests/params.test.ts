// Paths with params, such as /stellen/:slug: which addresses match, and what their loader gets. prerendered-paths.test.ts
// covers paths(), server/build/route-errors.test.ts the paths that are refused.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { dist, listen, siteOf } from '../../../tests/support/fixture-site.ts'
import { request } from '../../../tests/support/http.ts'
import { createLogLines } from '../../../tests/support/log-lines.ts'
import { routesWith, tableOf } from '../../../tests/support/routes.ts'
import { table } from '../../../tests/support/table-with-params.ts'
import type { AnyLoader } from '../load-data.ts'
import { notFound } from '../site.ts'
import { siteOfValues } from './support/value-site.tsx'

const { log } = createLogLines()

/** The id of the route for a path, and its params. */
function matched(path: string) {
  const match = table.match(path)
  return match && { id: match.route.id, params: { ...match.params } }
}

describe('an address', () => {
  test.each([
    { path: '/jobs/mason', id: 'job', params: { slug: 'mason' } },
    { path: '/jobs/a-b_c', id: 'job', params: { slug: 'a-b_c' } },
    { path: '/jobs/constructor', id: 'job', params: { slug: 'constructor' } },
    { path: `/jobs/${'a'.repeat(100)}`, id: 'job', params: { slug: 'a'.repeat(100) } },
    { path: '/jobs/mason/review', id: 'review', params: { slug: 'mason' } },
    { path: '/work/2026/barn', id: 'work', params: { year: '2026', slug: 'barn' } },
    { path: '/jobs', id: 'jobs', params: {} },
  ])('$path matches the route $id', ({ path, id, params }) => {
    expect(matched(path)).toEqual({ id, params })
  })

  test.each([
    ...['/jobs/', '/jobs//', '/jobs/mason/', '/jobs/Mason', '/jobs/mason/other', '/jobs/:slug', '/work/2026'],
    ...['/jobs/index', '/work/index/a', '/work/2026/index', '/jobs/-a', '/jobs/_a', '/jobs/a.b', '/jobs/..'],
    ...[
      '/jobs/a b',
      '/jobs/a%20b',
      '/jobs/a%2fb',
      '/jobs/é',
      '/jobs/a\n',
      '/jobs/a/',
      '//jobs/a',
      'jobs/a',
      '',
    ],
    `/jobs/${'a'.repeat(101)}`,
  ])('%j matches no route', path => {
    expect(matched(path)).toBeUndefined()
  })

  test.each(['/jobs/constructor', '/jobs/hasownproperty', '/jobs/mason', '/jobs'])(
    '%s has params without a prototype',
    path => {
      const { params } = table.match(path) ?? {}
      expect(params).toBeDefined()
      expect(Object.getPrototypeOf(params)).toBeNull()
    },
  )

  test('a param may have the name of a property of every object', () => {
    const odd = tableOf(routesWith({ odd: { path: '/odd/:constructor/:hasownproperty' } }))
    const { params } = odd.match('/odd/a/b') ?? {}
    expect({ ...params }).toEqual({ constructor: 'a', hasownproperty: 'b' })
  })
})

describe('over HTTP', async () => {
  const jobs = vi.fn()
  const load: AnyLoader['load'] = ({ params }) => {
    jobs(params.slug)
    return params.slug === 'gone' ? notFound() : { data: params }
  }
  const server = await listen(await siteOfValues({ job: { path: '/jobs/:slug', load } }, { log }))
  afterAll(() => server.close())

  test.each([
    { what: 'a capital letter', path: '/jobs/Mason', status: 308, location: '/jobs/mason' },
    {
      what: 'a trailing slash with a query',
      path: '/jobs/mason/?a=1',
      status: 308,
      location: '/jobs/mason?a=1',
    },
    { what: 'an escaped letter', path: '/jobs/%6Dason', status: 308, location: '/jobs/mason' },
    { what: 'an encoded slash', path: '/jobs/a%2Fb', status: 404 },
    { what: 'an encoded NUL', path: '/jobs/a%00', status: 404 },
    { what: 'an incomplete escape', path: '/jobs/%E0%A4%A', status: 404 },
    { what: 'the parent folder', path: '/jobs/..', status: 404 },
    { what: 'the parent folder, encoded', path: '/jobs/%2e%2e', status: 404 },
    { what: 'a path through the parent folder', path: '/jobs/../jobs/mason', status: 404 },
    { what: 'index', path: '/jobs/index', status: 404 },
    { what: 'index in capitals', path: '/jobs/INDEX', status: 404 },
    { what: 'a dot', path: '/jobs/a.b', status: 404 },
    { what: 'five kilobytes', path: `/jobs/${'a'.repeat(5000)}`, status: 404 },
    { what: 'ten kilobytes', path: `/jobs/${'a'.repeat(10_000)}`, status: 404 },
    { what: 'the pattern itself', path: '/jobs/:slug', status: 404 },
  ])('$what is a $status, and calls no loader', async ({ path, status, location }) => {
    jobs.mockClear()
    const reply = await request(server.url + path)
    expect({ status: reply.status, location: reply.headers.location }).toEqual({ status, location })
    if (!path.includes('?') && status !== 308)
      expect((await request(`${server.url}${path}.json`)).status).toBe(status)
    expect(jobs).not.toHaveBeenCalled()
  })

  test.each(['POST', 'PUT', 'DELETE'])('%s is a 405 for every param, found or not', async method => {
    for (const path of ['/jobs/mason', '/jobs/gone', '/jobs/mason.json']) {
      const { status, headers } = await request(server.url + path, { method })
      expect({ path, status, allow: headers.allow }).toEqual({ path, status: 405, allow: 'GET, HEAD' })
    }
  })
})

test('a static server loads a param that the build didn’t know on request', async () => {
  await using server = await listen(await siteOf({ serve: 'static' }))
  const job = vi.fn(() => ['Drechslerin', 'Seit heute.'])
  vi.stubGlobal('sources', { job })
  for (const path of ['/stellen/drechslerin', '/stellen/drechslerin.json'])
    expect(String((await request(server.url + path)).body)).toContain('Drechslerin')
  expect(job).toHaveBeenCalledTimes(2)
})

test('a static server sends the files of a path with params from dist/, and calls no loader', async () => {
  const job = vi.fn(() => ['Drechslerin'])
  vi.stubGlobal('sources', { job })
  await using server = await listen(await siteOf({ serve: 'static' }))
  for (const name of ['tischlerin', 'constructor', 'lagerist'])
    for (const [path, file] of [
      [`/stellen/${name}`, `stellen/${name}.html`],
      [`/stellen/${name}.json`, `stellen/${name}.json`],
    ] as const)
      expect((await request(server.url + path)).body, path).toBeSameBytes(readFileSync(join(dist, file)))
  expect(job).not.toHaveBeenCalled()
})
