/** What a person did in a page before its script had come. client/script-loader.ts collects it. */
export interface EarlyInput {
  /** What was pressed and has no effect without the script, in the order of the last presses. Each is marked as busy. */
  pressed?: Set<HTMLElement>
}

/** Removes the marks from what was pressed. */
export function noLongerBusy({ pressed = new Set() }: EarlyInput): void {
  for (const element of pressed) element.removeAttribute('aria-busy')
}
