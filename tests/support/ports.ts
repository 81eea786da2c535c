import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** The address for programs whose port a test chooses. On Linux, every address that starts with 127 is this machine. */
export const LOOPBACK = '127.0.0.2'

/** A port for addresses other than 127.0.0.1, where this process holds it as long as it runs, so that it isn't reassigned. */
export async function holdPort(): Promise<number> {
  const server = createServer().unref().listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
