import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import type { Express } from 'express'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { ask } from './support/ask.ts'
import type { LogLine } from './support/process.ts'
import { build, listen, root, security, siteUnderTest } from './support/server.ts'

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
