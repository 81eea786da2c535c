import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import autocannon from 'autocannon'

// What a long life does to the memory of the server: 10,000 requests that are given up, and 200,000 that are answered.
// With --short a tenth of each.
const scale = process.argv.includes('--short') ? 0.1 : 1
const WARM = 20_000 * scale
const ABORTED = 10_000 * scale
const SERVED = 200_000 * scale
const CROWD = 50

/** Megabytes that the process holds; two seconds later, because V8 gives memory back when it is idle. */
async function memory(pid: number): Promise<number> {
  await delay(2000)
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

/** Asks for a page and leaves at the first byte, or before. */
async function giveUp(port: number, n: number): Promise<void> {
  const socket = connect(port, '127.0.0.1', () =>
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n'),
  )
  socket.on('error', () => {})
  if (n % 2 === 0) socket.on('connect', () => setImmediate(() => socket.destroy()))
  else socket.on('data', () => socket.destroy())
  await once(socket, 'close')
}

for (const SERVE of ['live', 'static']) {
  const bundle = join(import.meta.dirname, '../build/server.js')
  const server = spawn('node', [bundle], {
    env: { ...process.env, SERVE, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { pid = 0 } = server
  const port = await new Promise<number>(resolve => {
    createInterface(server.stdout).on(
      'line',
      line => line.includes('"port"') && resolve(JSON.parse(line).port),
    )
  })
  const serve = (amount: number) =>
    autocannon({
      url: `http://127.0.0.1:${port}/`,
      connections: CROWD,
      amount,
      headers: { 'Accept-Encoding': 'br' },
    })

  const row: Record<string, number> = { started: await memory(pid) }
  await serve(WARM)
  row.warm = await memory(pid)
  for (let n = 0; n < ABORTED; n += CROWD)
    await Promise.all(Array.from({ length: CROWD }, (_, i) => giveUp(port, n + i)))
  row.aborted = await memory(pid)
  const { errors, non2xx } = await serve(SERVED / 2)
  row.served = await memory(pid)
  await serve(SERVED / 2)
  row.servedAll = await memory(pid)
  console.log(
    `${SERVE}: MB after the start, ${WARM} warming, ${ABORTED} aborted, ${SERVED / 2} and ${SERVED} served:`,
  )
  console.log(`  ${Object.values(row).join(', ')}; ${errors + non2xx} failed`)
  server.kill('SIGTERM')
  await once(server, 'exit')
}
