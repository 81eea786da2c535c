// In development alone, the first module of a page: it prepares Fast Refresh, before React is loaded, and hears what Vite
// tells of an edit. dev-client.ts, which pages without a script have, too, shows it.
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
// A module accepts its next update only when it has imported itself. One that comes at once waits for that. And one that has
// thrown accepts none, so React is told of its cure here.
hot?.on('vite:afterUpdate', async ({ updates }) => {
  const base = import.meta.env.BASE_URL
  const react = await import(/* @vite-ignore */ `${base}@react-refresh`)
  const refresh = async ({ acceptedPath, timestamp }: (typeof updates)[number]) => {
    const module = await import(/* @vite-ignore */ `${base}${acceptedPath.slice(1)}?t=${timestamp}`)
    react.validateRefreshBoundaryAndEnqueueUpdate(acceptedPath, module, module)
  }
  await Promise.allSettled(updates.map(refresh))
})
hot?.on('vite:beforeFullReload', ({ triggeredBy }) => {
  const texts = [triggeredBy?.replace(import.meta.env.PROJECT, ''), reason]
  dispatchEvent(new CustomEvent('dev:reload', { detail: texts.filter(Boolean).join(': ') }))
})
// dev-client.ts waits for the server's return. Vite's script would do it in a worker, which the policy forbids.
hot?.on('vite:ws:disconnect', () => new Promise(() => {}))
