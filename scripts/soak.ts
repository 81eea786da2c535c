import { once } from 'node:events'
import { connect } from 'node:net'
import { load, serve } from './bench/processes.ts'

// What a long life does to the memory of the server: 10,000 requests that are given up, and 200,000 that are served.
// With --short a tenth of each.
const scale = process.argv.includes('--short') ? 0.1 : 1
const [WARM, ABORTED, SERVED, CROWD] = [20_000 * scale, 10_000 * scale, 200_000 * scale, 50]

/** Makes the server say in MiB what it holds. One collection leaves what the next one finds: it collects until no more goes. */
const TELL = `data:text/javascript,process.on('message', async () => {
  const held = () => (process.memoryUsage().heapUsed + process.memoryUsage().external) / 2 ** 20;
  for (let before = Infinity; before - held() > 0.1; await new Promise(next => setTimeout(next, 100))) {
    before = held();
    gc();
  }
  process.send(held())
})`

/** Asks for a page and leaves at the first byte, or before. */
async function giveUp(port: number, n: number): Promise<void> {
  const socket = connect(port, '127.0.0.1', () => {
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n')
    if (n % 2 === 0) setImmediate(() => socket.destroy())
  })
  socket.on('error', () => {}).on('data', () => socket.destroy())
  await once(socket, 'close')
}

for (const SERVE of ['live', 'static']) {
  const server = await serve(['--expose-gc', '--import', TELL, 'build/server.js'], { SERVE })
  const say = async (when: string) => {
    server.child.send('tell')
    const [held] = await once(server.child, 'message')
    console.log(
      `${SERVE}, ${when}: ${held.toFixed(1)} MiB held, ${server.memory('VmRSS').toFixed(0)} resident`,
    )
  }
  await load(server, `-c ${CROWD} -a ${WARM}`, 'br')
  await say(`after ${WARM} requests`)
  const { port } = new URL(server.url)
  for (let n = 0; n < ABORTED; n += CROWD)
    await Promise.all(Array.from({ length: CROWD }, (_, i) => giveUp(Number(port), n + i)))
  await say(`after ${ABORTED} that were given up`)
  await load(server, `-c ${CROWD} -a ${SERVED}`, 'br')
  await say(`after ${SERVED} more`)
  await server.stop()
}
