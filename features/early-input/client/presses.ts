declare global {
  interface Window {
    /** The elements pressed before hydration that only the script answers, in the order of the last presses. Each is marked as busy. */
    earlyPresses?: ReadonlySet<HTMLElement>
  }
}

export const noLongerBusy = (element: HTMLElement) => element.removeAttribute('aria-busy')
