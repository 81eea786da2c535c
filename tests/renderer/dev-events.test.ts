// What `npm run dev` tells the pages that are open in browsers: tests/client/development.test.ts has what they make of it.

import { once } from 'node:events'
import { get, type IncomingMessage, type ServerResponse } from 'node:http'
import express from 'express'
import { beforeEach, expect, test, vi } from 'vitest'
import { createOpenPages, type OpenPages } from '../../scripts/dev/open-pages.ts'
import { listen, manifest } from '../support/fixture-site.ts'

/** A build with this code and this style. */
const bundleOf = (codeHash: string, style: string) => ({
  codeHash,
  manifest: { ...manifest, version: `${codeHash}-${style}`, style, reload: `reload('${codeHash}')` },
})

let pages: OpenPages
beforeEach(() => {
  pages = createOpenPages()
  vi.spyOn(console, 'error').mockReturnValue()
})

/** A server with these open pages. */
const serve = () => listen(express().get('/dev/events', pages.follow))

/** Opens a page of a version. `told` gives what it was told so far. */
async function open(url: string, version: string) {
  // As the path: without a version there is an empty query, which an address would leave out.
  const req = get(url, { path: `/dev/events?${version}`, agent: false })
  const [res] = (await once(req, 'response')) as [IncomingMessage]
  let text = ''
  res.setEncoding('utf8').on('data', part => {
    text += part
  })
  res.on('error', () => {}) // The server ends with the test.
  const told = () =>
    Array.from(text.matchAll(/^event: (.*)\ndata: (.*)\n\n/gm), ([, event, data = '']) => ({
      event,
      data: JSON.parse(data),
    }))
  return { res, told }
}

test('events are a stream that nothing keeps', async () => {
  await using server = await serve()
  const { res } = await open(server.url, '')
  expect({ status: res.statusCode, headers: res.headers }).toMatchObject({
    status: 200,
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
  })
})

test('an edit of a style alone is sent to the open pages as that style', async () => {
  await using server = await serve()
  pages.update(bundleOf('a', 'old'))
  const page = await open(server.url, 'a-old')
  pages.update(bundleOf('a', 'new'))
  await expect.poll(page.told).toEqual([{ event: 'style', data: 'new' }])
})

test('another edit reloads all open pages', async () => {
  await using server = await serve()
  pages.update(bundleOf('a', 'style'))
  const both = [await open(server.url, 'a-style'), await open(server.url, 'a-style')]
  pages.update(bundleOf('b', 'style'))
  for (const page of both) await expect.poll(page.told).toEqual([{ event: 'reload', data: '' }])
})

test('a page of an older build is reloaded when it asks', async () => {
  await using server = await serve()
  pages.update(bundleOf('b', 'style'))
  const page = await open(server.url, 'a-style')
  await expect.poll(page.told).toEqual([{ event: 'reload', data: '' }])
})

test('a page that is opened before there is a build is told its problem, and not reloaded', async () => {
  await using server = await serve()
  pages.report('a brace is missing')
  const page = await open(server.url, '')
  await expect.poll(page.told).toEqual([{ event: 'problem', data: { text: 'a brace is missing' } }])
})

test('a problem is told to the open pages, and to one that is opened then', async () => {
  await using server = await serve()
  pages.update(bundleOf('a', 'style'))
  const before = await open(server.url, 'a-style')
  pages.report('a brace is missing', '/about')
  const after = await open(server.url, 'a-style')
  const problem = { event: 'problem', data: { text: 'a brace is missing', path: '/about' } }
  await expect.poll(before.told).toEqual([problem])
  await expect.poll(after.told).toEqual([problem])
})

test('after a problem the pages are reloaded, also where only a style has changed', async () => {
  await using server = await serve()
  pages.update(bundleOf('a', 'old'))
  pages.report('a brace is missing')
  const page = await open(server.url, 'a-old')
  pages.update(bundleOf('a', 'new'))
  await expect.poll(() => page.told().map(({ event }) => event)).toEqual(['problem', 'reload'])
  const later = await open(server.url, 'a-new')
  pages.update(bundleOf('a', 'newest'))
  await expect.poll(later.told).toEqual([{ event: 'style', data: 'newest' }])
})

test('a problem that stays is printed once, and again after a good build', () => {
  const printed = () => vi.mocked(console.error).mock.calls.flat()
  for (let times = 0; times < 2; times++) pages.report('a brace is missing')
  expect(printed()).toEqual(['\na brace is missing\n'])
  pages.update(bundleOf('a', 'style'))
  pages.report('a brace is missing')
  expect(printed()).toHaveLength(2)
})

test('a build that is open already is not shown again, unless there was a problem', () => {
  const bundle = bundleOf('a', 'style')
  const shown = [pages.isShown(bundle)]
  pages.update(bundle)
  shown.push(pages.isShown(bundle), pages.isShown(bundleOf('a', 'other')))
  pages.report('a brace is missing')
  shown.push(pages.isShown(bundle))
  expect(shown).toEqual([false, true, false, false])
})

test('while there is no good build, a page waits for it by the script of development', async () => {
  const before = await pages.emptyPage()
  expect(before).toMatch(/^<!doctype html><title>Development<\/title><script>.*dev\/events.*<\/script>$/s)
  pages.update(bundleOf('a', 'style'))
  expect(await pages.emptyPage()).toContain("<script>reload('a')</script>")
})

test('a page that is closed is told nothing more', async () => {
  const responses: ServerResponse[] = []
  const app = express().get('/dev/events', (req, res, next) => {
    responses.push(res)
    pages.follow(req, res, next)
  })
  await using server = await listen(app)
  pages.update(bundleOf('a', 'style'))
  const { res } = await open(server.url, 'a-style')
  const [response] = responses
  const isClosed = once(response ?? expect.fail(), 'close')
  const write = vi.spyOn(response ?? expect.fail(), 'write')
  res.destroy()
  await isClosed
  pages.update(bundleOf('b', 'style'))
  expect(write).not.toHaveBeenCalled()
})
