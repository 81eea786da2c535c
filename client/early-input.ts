/** Input in a page before its script is there. client/script-loader.ts collects it. */
export interface EarlyInput {
  /** The pressed elements that only the script answers, in the order of the last presses. Each is marked as busy. */
  pressed?: Set<HTMLElement>
}

/** Removes the marks from the pressed elements. */
export function noLongerBusy({ pressed = new Set() }: EarlyInput): void {
  for (const element of pressed) element.removeAttribute('aria-busy')
}
