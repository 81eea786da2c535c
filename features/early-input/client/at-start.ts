import { CONTROL, closest } from '../../../client/controls.ts'
import type { StartFeature } from '../../../extension-points.ts'
import { noLongerBusy } from './presses.ts'

/** Whether a press works without a script: on a link, a summary, a field, or a button that opens something or sends a form. */
const worksWithoutScript = (control: HTMLElement) =>
  control.matches('a, summary, input:not([type=button]), select, textarea, [popovertarget], [commandfor]') ||
  (control instanceof HTMLButtonElement && control.form && control.type !== 'button')

/** Collects the elements that are pressed before hydration. replay.ts presses them again. */
export const earlyInput: StartFeature = loadScript => {
  const pressed = new Set<HTMLElement>()
  window.earlyPresses = pressed
  // Only presses that need the page's script. If one of the site's own scripts has handled a press, it has called
  // preventDefault().
  addEventListener('click', event => {
    const control = closest(event, CONTROL)
    if (!control || event.defaultPrevented || worksWithoutScript(control)) return
    if (!document.documentElement.matches('[data-script]:not([data-hydrated])')) return
    // If an element is pressed twice, its last press counts for the order.
    pressed.delete(control)
    pressed.add(control)
    control.setAttribute('aria-busy', 'true')
  })
  // If the visitor had typed before a reload, the page's script brings the text back (typed.ts), so it has to load now.
  if (history.state?.typed) addEventListener('pageshow', loadScript)
  return () => pressed.forEach(noLongerBusy)
}
