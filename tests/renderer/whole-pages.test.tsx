import { Suspense } from 'react'
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
  vi.stubGlobal('sources', { voices: fail })
  await using server = await listen(await siteOf({ log }))
  const { status, headers, body } = await ask(`${server.url}/stimmen`)
  expect([status, headers['cache-control']]).toEqual([500, 'no-store'])
  expect(String(body)).toContain(facts.labels.failed.description)
  expect(String(body)).not.toContain('secret')
  const errors = (await linesOf(headers['x-request-id'])).filter(({ level }) => level >= 40)
  expect(errors).toMatchObject([{ level: 50, err: { message: 'the secret' }, path: '/stimmen' }])
})

test('an error inside Suspense is a 500 of an endpoint that responds with a page', async () => {
  const Part = async () => fail()
  const content = (
    <Suspense fallback="waiting">
      <Part />
    </Suspense>
  )
  const endpoints: typeof testEndpoints = (app, sendPage) =>
    app.get('/api/page', (req, res) => sendPage(req, res, 'enquiry' as never, { content }))
  vi.stubGlobal('testEndpoints', endpoints)
  await using server = await listen(await siteOf())
  expect((await ask(`${server.url}/api/page`)).status).toBe(500)
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
  vi.stubGlobal('sources', { jobs: () => ['x'.repeat(5_000_000)] })
  await using server = await listen(await siteOf({ log }))
  const { status, headers, body } = await ask(`${server.url}/stellen`)
  expect([status, String(body)]).toEqual([500, expect.stringContaining(facts.labels.failed.description)])
  const [error] = await linesOf(headers['x-request-id'])
  const message = expect.stringMatching(/has 50\d{5} bytes/)
  expect(error).toMatchObject({ path: '/stellen', err: { message } })
})
