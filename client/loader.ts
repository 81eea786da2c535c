/** The URL of the client's bundle, put in by the build. */
declare const SCRIPT: string

// Inline in every page, under a CSP hash. It asks for the script when the page has been painted and the browser is
// idle, so that the two never compete; a visitor who saves data is never asked to fetch it. All works without it.
{
  const start = () => import(SCRIPT)
  const { connection } = navigator as Navigator & { connection?: { saveData: boolean } }
  const whenIdle = 'requestIdleCallback' in window ? requestIdleCallback : setTimeout // Safari has none.
  if (!connection?.saveData) addEventListener('load', () => whenIdle(start))
}
