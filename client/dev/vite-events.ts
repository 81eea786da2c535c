// In development alone, the first module of a page: it prepares Fast Refresh, before React is loaded, and hears what Vite
// tells of an edit. client/dev/dev-client.ts, which pages without a script have, too, shows it.
import '@vitejs/plugin-react/preamble'

const hot = import.meta.hot

/** Why the module that was edited last cannot take the place of the former. */
let reason: string | undefined

hot?.on('vite:invalidate', ({ message }) => {
  reason = message
})
hot?.on('vite:beforeUpdate', () => {
  dispatchEvent(new Event('dev:update'))
})
// A module accepts its next update only when it has imported itself. One that comes at once waits for that.
hot?.on('vite:afterUpdate', async ({ updates }) => {
  const addresses = updates.map(
    ({ acceptedPath, timestamp }) => `${import.meta.env.BASE_URL}${acceptedPath.slice(1)}?t=${timestamp}`,
  )
  await Promise.allSettled(addresses.map(address => import(/* @vite-ignore */ address)))
})
hot?.on('vite:beforeFullReload', ({ triggeredBy }) => {
  const texts = [triggeredBy?.replace(import.meta.env.PROJECT, ''), reason]
  dispatchEvent(new CustomEvent('dev:reload', { detail: texts.filter(Boolean).join(': ') }))
})
// client/dev/dev-client.ts waits for the server's return. Vite's script would do it in a worker, which the policy forbids.
hot?.on('vite:ws:disconnect', () => new Promise(() => {}))
