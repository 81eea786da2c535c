// The first module of each hydrated page in development. It prepares Fast Refresh before React loads, and passes Vite's events on
// to dev-client.ts, which every page has, even one that isn't hydrated.
import '@vitejs/plugin-react/preamble'

const hot = import.meta.hot

/** Why the edited module can't replace its old version. */
let reason: string | undefined

hot?.on('vite:invalidate', ({ message }) => {
  reason = message
})
// A module accepts its next update only after it has imported itself. If the next update comes at once, it waits for that here.
// A module that has thrown accepts no update, so React gets the corrected module here.
hot?.on('vite:afterUpdate', async ({ updates }) => {
  // Not before the update, because the old modules may throw again while the new ones load.
  dispatchEvent(new Event('dev:update'))
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
// dev-client.ts waits until the server is back. Vite's script would do it in a worker, which the policy blocks.
hot?.on('vite:ws:disconnect', () => new Promise(() => {}))
