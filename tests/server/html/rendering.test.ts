// How the server renders: Suspense, requests that share a render, and renders that fail.
import { expect, test, vi } from 'vitest'
import { facts, listen, siteOf } from '../../support/fixture-site.ts'
import { request, requestAtOnce } from '../../support/http.ts'
import { createLogLines } from '../../support/log-lines.ts'

globalThis.isBroken = true

const { log, lines, linesOf } = createLogLines()

test('suspended content is sent in place, short or long, without React’s inline scripts', async () => {
  await using server = await listen(await siteOf())
  const page = String((await request(`${server.url}/stimmen`)).body)
  expect(page).toMatch(/<blockquote>Kurz, .*<\/blockquote>.*<blockquote>Lang, .*<\/blockquote>.*<\/main>/s)
  expect(page).not.toMatch(/Wird geladen|<template|\$R[BC]|<script>/)
})

const fail = () => Promise.reject(new Error('the secret'))

test('an error inside Suspense gets the site’s 500 page without details, and logs a component stack', async () => {
  vi.stubGlobal('suspendedPart', fail)
  await using server = await listen(await siteOf({ log }))
  const { status, headers, body } = await request(`${server.url}/stimmen`)
  expect({ status, cache: headers['cache-control'] }).toEqual({ status: 500, cache: 'no-store' })
  expect(String(body)).toContain(facts.messages.failed.description)
  expect(String(body)).not.toContain('secret')
  const errors = (await linesOf(headers['x-request-id'])).filter(({ level }) => level >= 40)
  const components = expect.stringMatching(/^at \S.*\n {4}at \S+ \(shared\/page\.tsx:\d+/s)
  expect(errors).toMatchObject([{ level: 50, err: { message: 'the secret', components }, path: '/stimmen' }])
})

test.each([
  { what: 'a page', path: '/', status: 200, rendered: '/' },
  { what: 'a 404', path: '/nothing', status: 404, rendered: undefined },
])('$what is rendered once for a hundred simultaneous requests', async ({ path, status, rendered }) => {
  const onRendered = vi.fn()
  await using server = await listen(await siteOf({ onRendered }))
  const replies = await requestAtOnce(Array(100).fill(server.url + path))
  const statuses = (await Promise.all(replies)).map(reply => reply.status)
  expect(statuses).toEqual(Array(100).fill(status))
  expect(onRendered.mock.calls.map(([path]) => ({ path }))).toEqual([{ path: rendered }])
})

test('re-renders a page five seconds after its first render failed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const onRendered = vi.fn()
  await using server = await listen(await siteOf({ onRendered }))
  onRendered.mockImplementationOnce(() => {
    throw new Error('the page')
  })
  onRendered.mockImplementationOnce(() => {
    throw new Error('the page that says so')
  })
  expect((await request(server.url)).status).toBe(500)
  expect((await request(server.url)).status).toBe(500)
  expect(onRendered.mock.calls.filter(([path]) => path === '/')).toHaveLength(1)
  vi.advanceTimersByTime(5000)
  expect((await request(server.url)).status).toBe(200)
})

test('a 500 falls back to plain text when the site’s 500 page fails to render', async () => {
  const onRendered = () => {
    throw new Error('the secret')
  }
  await using server = await listen(await siteOf({ log, onRendered }))
  const { status, headers, body } = await request(server.url)
  expect({
    status,
    type: headers['content-type'],
    cache: headers['cache-control'],
    body: String(body),
  }).toEqual({
    status: 500,
    type: 'text/plain; charset=utf-8',
    cache: 'no-store',
    body: 'Internal Server Error\n',
  })
  expect(lines.filter(({ level, id }) => level === 50 && id === undefined)).toMatchObject([
    { msg: "the 500 page can't be rendered: sent plain text instead", err: { message: 'the secret' } },
  ])
})

test('development shows its error overlay instead of the site’s 500 page', async () => {
  const failed = async () => ({ status: 500, headers: {}, bodies: { identity: Buffer.from('the overlay') } })
  await using server = await listen(await siteOf({ failed }))
  const { status, body } = await request(`${server.url}/defekt`)
  expect({ status, body: String(body) }).toEqual({ status: 500, body: 'the overlay' })
})
