import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { brotliDecompressSync, createBrotliDecompress, createGunzip, gunzipSync } from 'node:zlib'
import express, { type Express } from 'express'
import { pino } from 'pino'
import { Suspense, use } from 'react'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPageStream } from '../server/page-stream.ts'
import { ask } from './support/ask.ts'
import type { LogLine } from './support/process.ts'
import { build, listen, pagesWith, root, security, siteUnderTest } from './support/server.ts'

describe.each(['live', 'static'] as const)('an endpoint of a company’s own on the %s site', serve => {
  const lines: LogLine[] = []
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const endpoints = (app: Express) => {
    app.get('/api/status', (_req, res) => {
      res.json({ status: 'ok', padding: 'x'.repeat(2000) })
    })
    app.post('/api/form', express.urlencoded({ extended: false }), (req, res) => {
      res.status(201).json(req.body)
    })
  }
  let server: Awaited<ReturnType<typeof listen>>
  beforeAll(async () => {
    server = await listen(await siteUnderTest({ serve, endpoints, log }))
  })
  afterAll(() => server.close())

  test('has the request id, the security headers, a line in the log and compression', async () => {
    const { status, headers, body } = await ask(`${server.url}/api/status`, {
      headers: { 'Accept-Encoding': 'br' },
    })
    expect(status).toBe(200)
    for (const [name, value] of Object.entries(security)) expect(headers[name.toLowerCase()]).toBe(value)
    expect(headers['content-encoding']).toBe('br')
    expect(JSON.parse(brotliDecompressSync(body).toString())).toMatchObject({ status: 'ok' })
    const id = headers['x-request-id']
    await expect
      .poll(() => lines)
      .toContainEqual(expect.objectContaining({ id, path: '/api/status', status: 200 }))
  })

  test('reads the body of a form', async () => {
    const req = request(`${server.url}/api/form`, {
      method: 'POST',
      agent: false,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    })
    req.end('name=Ada&note=hello+there')
    const [res] = await once(req, 'response')
    expect(res.statusCode).toBe(201)
    expect(JSON.parse(await text(res))).toEqual({ name: 'Ada', note: 'hello there' })
  })
})

const decoders = { identity: (body: Buffer) => body, gzip: gunzipSync, br: brotliDecompressSync }

const Part = ({ words }: { words: Promise<string> }) => <p>{use(words)}</p>

/** A page of 1,500 parts of 4 kB, each of which is rendered after the shell. */
const LongPage = () =>
  Array.from({ length: 1500 }, (_, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: nothing moves.
    <Suspense key={i} fallback="…">
      <Part words={nextTurn(`${i} ${'x'.repeat(4000)}`)} />
    </Suspense>
  ))

test.each(Object.entries(decoders))(
  'a page of 1,500 parts arrives whole in %s, also at a reader that pauses',
  async (encoding, decode) => {
    const server = await listen(await siteUnderTest({ pages: await pagesWith(<LongPage />, 'home') }))
    const req = request(server.url, { agent: false, headers: { 'Accept-Encoding': encoding } }).end()
    const [res] = await once(req, 'response')
    const chunks: Buffer[] = []
    for await (const chunk of res) {
      chunks.push(chunk)
      // The reader leaves off until the server has filled the buffers between the two, and has to wait.
      if (chunks.length === 3) for (let turn = 0; turn < 2000; turn++) await nextTurn()
    }
    const html = decode(Buffer.concat(chunks)).toString()
    for (let i = 0; i < 1500; i++) expect(html).toContain(`<p>${i} x`)
    expect(html).toMatch(/<\/html>|<script/)
    await server.close()
  },
)

test.each(['gzip', 'br'] as const)(
  'what is ready of a page reaches a reader of %s while another part is awaited',
  async encoding => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const content = (
      <Suspense fallback="wait">
        <Part words={promise} />
      </Suspense>
    )
    const server = await listen(await siteUnderTest({ pages: await pagesWith(content, 'home') }))
    const req = request(server.url, { agent: false, headers: { 'Accept-Encoding': encoding } }).end()
    const [res] = (await once(req, 'response')) as [IncomingMessage]
    let html = ''
    const decoder = encoding === 'br' ? createBrotliDecompress() : createGunzip()
    for await (const chunk of res.pipe(decoder)) {
      html += chunk
      if (html.includes('wait')) resolve('the last words')
    }
    expect(html).toContain('<p>the last words</p>')
    await server.close()
  },
)

test('a page is held back from a connection that takes no more', async () => {
  const taken: string[] = []
  let takeMore = () => {}
  const to = new Writable({
    highWaterMark: 1,
    write(piece, _encoding, done) {
      taken.push(String(piece))
      takeMore = done
    },
  })
  const stream = createPageStream(to, Buffer.from(''))
  stream.write('first')
  await nextTurn()
  const held = new Promise<void>(done => stream.write('second', () => done()))
  await nextTurn()
  expect([taken, stream.writableLength]).toEqual([['first'], 6])
  takeMore()
  await nextTurn()
  takeMore()
  await held
  expect(taken).toEqual(['first', 'second'])
})

test('everything of server/ is in the program of the server, and nothing of scripts/', () => {
  const bundled = ['server.js', 'start.js'].flatMap(file => {
    const { sources } = JSON.parse(readFileSync(join(build, `${file}.map`), 'utf8')) as { sources: string[] }
    return sources.map(source => source.replace('../', ''))
  })
  const written = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
  const files = written.filter(name => /\.tsx?$/.test(name)).map(name => `server/${name}`)
  expect(files.filter(file => !bundled.includes(file))).toEqual([])
  expect(bundled.filter(source => source.startsWith('scripts/'))).toEqual([])
})
