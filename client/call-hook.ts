/**
 * Calls a function from the site's browser.ts outside of React, where its error can't replace the page. Errors and rejections
 * reach window.onerror.
 */
export function callHook(act: () => unknown): void {
  Promise.resolve().then(act).catch(reportError)
}
