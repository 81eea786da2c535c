// What an uncaught error does to a process, and how an error stands in its log.
import { describe, expect, inject, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { runBefore, start } from '../support/process.ts'
import { beginRequest } from '../support/slow-request.ts'
import { untilLogged } from '../support/until.ts'

/** Starts a process in which SIGUSR2 runs this code. */
const startFailing = (code: string) =>
  start(inject('fixture'), { args: runBefore(`process.on('SIGUSR2', () => { ${code} })`) })

describe('a process logs at level 60, finishes its requests, and ends', () => {
  test.each([
    { what: 'an uncaught error', failure: `throw new Error('boom')`, isEnding: false, code: 1 },
    {
      what: 'an unhandled rejection',
      failure: `Promise.reject(new Error('boom'))`,
      isEnding: false,
      code: 1,
    },
    { what: 'an error after SIGTERM', failure: `throw new Error('boom')`, isEnding: true, code: 0 },
  ])('with exit code $code, after $what', async ({ failure, isEnding, code }) => {
    const server = await startFailing(failure)
    const slow = await beginRequest(server.port, '/kontakt')
    await ask(server.url)
    if (isEnding) {
      server.signal('SIGTERM')
      await untilLogged(server, 'SIGTERM')
    }
    server.signal('SIGUSR2')
    await untilLogged(server, 'uncaught error')
    slow.finish()
    expect(await slow.response).toMatch(/<\/html>$/)
    expect(await server.ended).toBe(code)
    expect(server.logs.filter(({ level }) => level === 60)).toMatchObject([{ err: { message: 'boom' } }])
    expect(server.written.stderr).toContain('Error: boom')
  })
})

test('an error has the files and lines of the source in its stack, and not those of the bundle', async () => {
  const breakRefusals = runBefore(`
    import { ServerResponse } from 'node:http'
    const { writeHead } = ServerResponse.prototype
    ServerResponse.prototype.writeHead = function (status, ...rest) {
      if (status === 405) throw new Error('on purpose')
      return writeHead.call(this, status, ...rest)
    }`)
  const server = await start(inject('fixture'), { args: breakRefusals })
  expect((await ask(server.url, { method: 'POST' })).status).toBe(500)
  server.signal('SIGINT')
  await server.ended
  const errors = server.logs.filter(({ level }) => level === 50)
  expect(errors).toEqual([
    expect.objectContaining({
      err: expect.objectContaining({
        message: 'on purpose',
        stack: expect.stringMatching(/server\/http\/app\.ts:\d+:\d+/),
      }),
    }),
  ])
  expect(JSON.stringify(errors)).not.toContain('program.js')
})
