import { spawn } from 'node:child_process'
import { on, once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import autocannon from 'autocannon'

// What a long life does to the memory of the server: 10,000 requests that are given up, and 200,000 that are answered.
// With --short a tenth of each.
const scale = process.argv.includes('--short') ? 0.1 : 1
const WARM = 20_000 * scale
const ABORTED = 10_000 * scale
const SERVED = 200_000 * scale
const CROWD = 50

/**
 * Makes the server say what it holds, when it is asked to. One collection leaves what the next one finds: it collects
 * until no more than 0.1 MiB goes.
 */
const TELL = `data:text/javascript,process.on('SIGUSR2', async () => {
  const held = () => process.memoryUsage().heapUsed + process.memoryUsage().external;
  let before = Infinity;
  while (before - held() > 1e5) {
    before = held();
    gc();
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  console.log(JSON.stringify({ held: held(), rss: process.memoryUsage().rss }))
})`

const MB = 1024 * 1024

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
  const args = ['--expose-gc', '--import', TELL, join(import.meta.dirname, '../build/server.js')]
  const env = { ...process.env, SERVE, PORT: '0' }
  const server = spawn('node', args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface(server.stdout)
  const line = async (key: string) => {
    for await (const [text] of on(lines, 'line')) if (text.includes(`"${key}":`)) return JSON.parse(text)
  }
  const { port } = await line('port')
  const serve = (amount: number) =>
    autocannon({
      url: `http://127.0.0.1:${port}/`,
      connections: CROWD,
      amount,
      headers: { 'Accept-Encoding': 'br' },
    })
  const say = async (when: string) => {
    const told = line('held')
    server.kill('SIGUSR2')
    const { held, rss } = await told
    console.log(
      `${SERVE}, ${when}: ${(held / MB).toFixed(1)} MiB held, ${(rss / MB).toFixed(0)} MiB resident`,
    )
  }

  await serve(WARM)
  await say(`after ${WARM} requests`)
  for (let n = 0; n < ABORTED; n += CROWD)
    await Promise.all(Array.from({ length: CROWD }, (_, i) => giveUp(port, n + i)))
  await say(`after ${ABORTED} that were given up`)
  const { errors, non2xx } = await serve(SERVED)
  await say(`after ${SERVED} more, of which ${errors + non2xx} failed`)
  server.kill('SIGTERM')
  await once(server, 'exit')
}
