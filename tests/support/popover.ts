/**
 * jsdom has no popovers. This is as much of them as the menu uses: show, hide, toggle, the button that does so, the
 * toggle event, and that a closed one is not displayed. That browsers do the same is tested in Chromium.
 */
const shown = new WeakSet<HTMLElement>()

function set(popover: HTMLElement, show: boolean) {
  if (shown.has(popover) === show) return
  if (show) shown.add(popover)
  else shown.delete(popover)
  popover.style.display = show ? 'block' : 'none'
  const event = new Event('toggle')
  Object.assign(event, { oldState: show ? 'closed' : 'open', newState: show ? 'open' : 'closed' })
  popover.dispatchEvent(event)
}

HTMLElement.prototype.showPopover = function () {
  set(this, true)
}
HTMLElement.prototype.hidePopover = function () {
  set(this, false)
}
HTMLElement.prototype.togglePopover = function (force?: boolean) {
  set(this, force ?? !shown.has(this))
  return shown.has(this)
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest('button[popovertarget]')
  if (button) document.getElementById(button.getAttribute('popovertarget') ?? '')?.togglePopover()
})

export {}
