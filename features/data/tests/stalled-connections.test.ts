// A connection whose page is waiting for its source: server/http/stalled-connections has the rest.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, test, vi } from 'vitest'
import { listen, siteOf } from '../../../tests/support/fixture-site.ts'

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`

test('a connection is kept while a page waits for its source, and its client gets the whole response', async () => {
  const source = Promise.withResolvers<string[]>()
  const started = Promise.withResolvers<void>()
  const jobs = () => {
    started.resolve()
    return source.promise
  }
  vi.stubGlobal('sources', { jobs })
  await using site = await listen(await siteOf())
  const client = connect(site.port, '127.0.0.1')
  const [socket] = (await once(site.server, 'connection')) as [Socket]
  client.write(get('/stellen'))
  let received = ''
  client.setEncoding('utf8').on('data', text => {
    received += text
  })
  await started.promise
  socket.setTimeout(20)
  await once(site.server, 'timeout')
  source.resolve(['the end'])
  await once(client, 'close')
  expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n.*the end/s)
})
