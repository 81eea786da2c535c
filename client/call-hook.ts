/**
 * Calls a function of the site's browser.ts, after React: in an effect, an error of it would take the page away. What it
 * throws, or its promise rejects with, reaches window.onerror.
 */
export function callHook(act: () => unknown): void {
  Promise.resolve().then(act).catch(reportError)
}
