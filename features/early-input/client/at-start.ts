import { CONTROL, closest } from '../../../client/controls.ts'
import type { StartFeature } from '../../../joints.ts'
import { noLongerBusy } from './presses.ts'

/** Whether the browser itself answers a press: a link, the button of a menu, or one that sends a form. */
const isAnswered = (control: HTMLElement) =>
  control.matches('a, summary, input:not([type=button]), select, textarea, [popovertarget], [commandfor]') ||
  (control instanceof HTMLButtonElement && control.form && control.type !== 'button')

/** Collects presses before hydration: replay.ts presses these elements again. */
export const earlyInput: StartFeature = loadScript => {
  const pressed = new Set<HTMLElement>()
  window.earlyPresses = pressed
  // Only the script answers these, unless another script of the site has called preventDefault().
  addEventListener('click', event => {
    const control = closest(event, CONTROL)
    if (!control || event.defaultPrevented || isAnswered(control)) return
    if (!document.documentElement.matches('[data-script]:not([data-hydrated])')) return
    // In the order of the last presses.
    pressed.delete(control)
    pressed.add(control)
    control.setAttribute('aria-busy', 'true')
  })
  // Whoever had typed before the document was reloaded gets it back by the script: typed.ts.
  if (history.state?.typed) addEventListener('pageshow', loadScript)
  return () => pressed.forEach(noLongerBusy)
}
