/** Runs once in the browser, when the first page has been hydrated. */
export function afterHydration(): void {}
