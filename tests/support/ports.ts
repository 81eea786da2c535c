import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** Where a program listens whose port a test chooses. On Linux every address that begins with 127 is this machine. */
export const LOOPBACK = '127.0.0.2'

/** A port for other addresses than 127.0.0.1. There it is taken as long as this process runs: nobody else is given it. */
export async function holdPort(): Promise<number> {
  const server = createServer().unref().listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
