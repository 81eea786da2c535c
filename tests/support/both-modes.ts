import { afterAll } from 'vitest'
import { listen, siteOf } from './fixture-site.ts'

/** The fixture's server, live and prerendered, until the tests of the file are done. `modes` is for describe.each. */
export async function listenInBothModes() {
  const live = await listen(await siteOf())
  const prerendered = await listen(await siteOf({ serve: 'static' }))
  afterAll(() => Promise.all([live.close(), prerendered.close()]))
  const modes = [
    { mode: 'live', server: live },
    { mode: 'prerendered', server: prerendered },
  ]
  return { live, prerendered, modes }
}
