import { expect, test, vi } from 'vitest'
import { ask } from '../support/ask.ts'
import { facts, listen, siteOf } from '../support/fixture-site.ts'
import { createLogLines } from '../support/log-lines.ts'

const { log, linesOf } = createLogLines()

const html = async (url: string) => String((await ask(url)).body)

test('what suspends stands in its place, short or long, and no script of React is needed', async () => {
  await using server = await listen(await siteOf())
  const page = await html(`${server.url}/stimmen`)
  expect(page).toMatch(/<blockquote>Kurz, .*<\/blockquote>.*<blockquote>Lang, .*<\/blockquote>.*<\/main>/s)
  expect(page).not.toMatch(/Wird geladen|<template|\$R[BC]|<script>/)
})

const fail = () => Promise.reject(new Error('the secret'))

test('an error inside Suspense is the site’s own 500, without its reason, and one line at level 50', async () => {
  vi.stubGlobal('suspendedPart', fail)
  await using server = await listen(await siteOf({ log }))
  const { status, headers, body } = await ask(`${server.url}/stimmen`)
  expect([status, headers['cache-control']]).toEqual([500, 'no-store'])
  expect(String(body)).toContain(facts.labels.failed.description)
  expect(String(body)).not.toContain('secret')
  const errors = (await linesOf(headers['x-request-id'])).filter(({ level }) => level >= 40)
  expect(errors).toMatchObject([{ level: 50, err: { message: 'the secret' }, path: '/stimmen' }])
})

test.each(['/', '/blog/erster-beitrag', '/nothing'])('%s is rendered once for five hundred', async path => {
  const onRendered = vi.fn()
  await using server = await listen(await siteOf({ onRendered }))
  const replies = await Promise.all(Array.from({ length: 500 }, () => ask(server.url + path)))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([path === '/nothing' ? 404 : 200]))
  expect(onRendered).toHaveBeenCalledOnce()
})

test('a page is rendered again where its first rendering has failed', async () => {
  const onRendered = vi.fn()
  onRendered.mockImplementationOnce(() => {
    throw new Error('the page')
  })
  onRendered.mockImplementationOnce(() => {
    throw new Error('the page that says so')
  })
  await using server = await listen(await siteOf({ onRendered }))
  expect((await ask(server.url)).status).toBe(500)
  expect((await ask(server.url)).status).toBe(200)
})

test('a page of more than five megabytes is a 500, and the log names it and its size', async () => {
  // The data stands in the page twice: shown, and as JSON.
  vi.stubGlobal('sources', { jobs: () => ['x'.repeat(2_600_000)] })
  await using server = await listen(await siteOf({ log }))
  const { status, headers, body } = await ask(`${server.url}/stellen`)
  expect([status, String(body)]).toEqual([500, expect.stringContaining(facts.labels.failed.description)])
  const [error] = await linesOf(headers['x-request-id'])
  const message = '/stellen: the page has more than the 5000000 bytes that it may have, its data included'
  expect(error).toMatchObject({ path: '/stellen', err: { message } })
})
