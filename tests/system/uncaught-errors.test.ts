// How a process handles an uncaught error, and how it logs errors.
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { LAST_REPLIES, LONG, repliesOf, startBusy } from '../support/busy-process.ts'
import { request } from '../support/http.ts'
import { runBefore, start, stop } from '../support/process.ts'
import { until, untilLogged } from '../support/until.ts'

describe('a process logs at level 60, finishes its requests, and exits', () => {
  test.each([
    { what: 'an uncaught error', failure: `throw new Error('boom')`, isEnding: false, code: 1 },
    {
      what: 'an unhandled rejection',
      failure: `Promise.reject(new Error('boom'))`,
      isEnding: false,
      code: 1,
    },
    { what: 'an error after SIGTERM', failure: `throw new Error('boom')`, isEnding: true, code: 0 },
  ])('with code $code after $what', async ({ failure, isEnding, code }) => {
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

describe('a process with two uncaught errors, one of them null,', () => {
  const throwsTwice = runBefore(`globalThis.testEndpoints = app => {
    app.get('/api/throws', (req, res) => {
      process.nextTick(() => { throw null })
      res.locals.logged = { get more() { throw new Error('on purpose') } }
      res.end()
    })
  }`)
  /** Starts a process, and waits until both errors have happened. */
  async function startThrown(env: Record<string, string>) {
    const server = await start(inject('fixture'), { env, args: throwsTwice })
    await request(`${server.url}/api/throws`)
    await until(() => expect(server.logs.filter(({ level }) => level === 60)).toHaveLength(2))
    return server
  }
  let server: Awaited<ReturnType<typeof start>>
  let code: number | null
  beforeAll(async () => {
    server = await startThrown({ SHUTDOWN_DELAY: '100' })
    code = await server.ended
  })

  test('reports both in the log and on stderr', () => {
    expect(server.logs.filter(({ msg }) => msg === 'uncaught error')).toMatchObject([
      { level: 60, err: { type: 'object', message: 'null' } },
      { level: 60, err: { type: 'Error', message: 'on purpose' } },
    ])
    expect(server.written.stderr).toMatch(
      /^null\nError: on purpose\n( +at .*\n)+ +at .*\bserver\/http\/request-log\.ts:\d+:\d+/,
    )
  })

  test('isn’t ready during SHUTDOWN_DELAY, and answers new connections with Connection: close', async () => {
    const lingering = await startThrown({ SHUTDOWN_DELAY: LONG, SHUTDOWN_TIMEOUT: LONG })
    expect(await repliesOf(lingering.url)).toEqual(LAST_REPLIES)
    await stop(lingering)
  })

  test('exits once, with code 1, so that a supervisor restarts it', () => {
    const ends = server.logs.filter(({ msg }) => msg === 'ended')
    expect({ code, ends }).toMatchObject({ code: 1, ends: [{ level: 30, code: 1 }] })
  })
})
