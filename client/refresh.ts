// In development alone, the first module of a page: it prepares Fast Refresh, before React is loaded, and hears what Vite
// tells of an edit. client/reload.ts, which pages without a script have, too, shows it.
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
hot?.on('vite:beforeFullReload', ({ triggeredBy }) => {
  dispatchEvent(new CustomEvent('dev:reload', { detail: [triggeredBy, reason].filter(Boolean).join(': ') }))
})
// client/reload.ts waits for the server's return. Vite's script would do it in a worker, which the policy forbids.
hot?.on('vite:ws:disconnect', () => new Promise(() => {}))
