declare global {
  interface Window {
    /** The elements that need the page's script and were pressed before hydration, by their last press. Each has aria-busy. */
    earlyPresses?: ReadonlySet<HTMLElement>
  }
}

export const noLongerBusy = (element: HTMLElement) => element.removeAttribute('aria-busy')
