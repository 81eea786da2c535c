// What an uncaught error does to a process, and how an error stands in its log.
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { LAST_REPLIES, LONG, repliesOf, startBusy } from '../support/busy-process.ts'
import { runBefore, start, stop } from '../support/process.ts'
import { until, untilLogged } from '../support/until.ts'

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
    await using server = await startBusy('/api/slow', { FAILURE: failure })
    if (isEnding) {
      server.signal('SIGTERM')
      await untilLogged(server, 'SIGTERM')
    }
    server.signal('SIGUSR2')
    await untilLogged(server, 'uncaught error')
    server.answer()
    expect(String((await server.visitor).body)).toBe('the whole response')
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

describe('a process in which anything is thrown, even twice,', () => {
  const throwsTwice = runBefore(`globalThis.testEndpoints = app => {
    app.get('/api/throws', (req, res) => {
      process.nextTick(() => { throw null })
      res.locals.logged = { get more() { throw new Error('on purpose') } }
      res.end()
    })
  }`)
  /** A process in which that has happened. */
  async function startThrown(env: Record<string, string>) {
    const server = await start(inject('fixture'), { env, args: throwsTwice })
    await ask(`${server.url}/api/throws`)
    await until(() => expect(server.logs.filter(({ level }) => level === 60)).toHaveLength(2))
    return server
  }
  let server: Awaited<ReturnType<typeof start>>
  let code: number | null
  beforeAll(async () => {
    server = await startThrown({ SHUTDOWN_DELAY: '100' })
    code = await server.ended
  })

  test('says so in the log and on stderr', () => {
    expect(server.logs.filter(({ msg }) => msg === 'uncaught error')).toMatchObject([
      { level: 60, err: { type: 'object', message: 'null' } },
      { level: 60, err: { type: 'Error', message: 'on purpose' } },
    ])
    expect(server.written.stderr).toMatch(
      /^null\nError: on purpose\n( +at .*\n)+ +at .*\bserver\/http\/request-log\.ts:\d+:\d+/,
    )
  })

  test('is not ready, and answers new connections with Connection: close, for SHUTDOWN_DELAY', async () => {
    const lingering = await startThrown({ SHUTDOWN_DELAY: LONG, SHUTDOWN_TIMEOUT: LONG })
    expect(await repliesOf(lingering.url)).toEqual(LAST_REPLIES)
    await stop(lingering)
  })

  test('ends once, with exit code 1, so that a supervisor starts it again', () => {
    const ends = server.logs.filter(({ msg }) => msg === 'ended')
    expect({ code, ends }).toMatchObject({ code: 1, ends: [{ level: 30, code: 1 }] })
  })
})
