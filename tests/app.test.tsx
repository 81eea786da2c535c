import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { brotliDecompressSync, createBrotliDecompress, createGunzip, gunzipSync } from 'node:zlib'
import type { Express } from 'express'
import { pino } from 'pino'
import { Suspense, use } from 'react'
import { expect, test } from 'vitest'
import { createPageStream } from '../server/page-stream.ts'
import { ask } from './support/ask.ts'
import type { LogLine } from './support/process.ts'
import { build, listen, pagesWith, root, security, siteUnderTest } from './support/server.ts'

test.each(['live', 'static'] as const)(
  'an endpoint on the %s site has the request id, the security headers, a line in the log and compression',
  async serve => {
    const lines: LogLine[] = []
    const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
    const endpoints = (app: Express) =>
      app.get('/api/status', (_req, res) => void res.json({ status: 'ok', padding: 'x'.repeat(2000) }))
    const server = await listen(await siteUnderTest({ serve, endpoints, log }))
    const accept = { 'Accept-Encoding': 'br' }
    const { status, headers, body } = await ask(`${server.url}/api/status`, { headers: accept })
    expect([status, headers['content-encoding']]).toEqual([200, 'br'])
    for (const [name, value] of Object.entries(security)) expect(headers[name.toLowerCase()]).toBe(value)
    expect(JSON.parse(brotliDecompressSync(body).toString())).toMatchObject({ status: 'ok' })
    const line = { id: headers['x-request-id'], path: '/api/status', status: 200 }
    await expect.poll(() => lines).toContainEqual(expect.objectContaining(line))
    expect((await ask(server.url)).status).toBe(200)
    await server.close()
  },
)

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
