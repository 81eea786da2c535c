import { FIELD } from '../../../client/controls.ts'
import type { HydrationCallbacks } from '../../../extension-points.ts'
import { noLongerBusy } from './presses.ts'
import { type Field, optionsOf } from './typed.ts'

// React records a field's value when it hydrates the field, and each value that a script sets on the element. It ignores an event
// if the field still has the recorded value, so it misses text that was typed before hydration. Therefore this file sets the
// initial value, which React records, then sets the typed text by the prototype's setter, which React doesn't see, and sends the
// event.

const CONTROLS = `${FIELD}, button, [data-hydrate]`
const isField = (element: Element): element is Field => element.matches(FIELD)

/** Starts recording typed text. Returns functions that replay it, and these presses, once React has rendered the page. */
export function prepareReplay(pressed: ReadonlySet<HTMLElement>): Required<HydrationCallbacks> {
  const controls = controlsByPlace()
  const path = location.pathname
  /** Each control that React has replaced, with the new one. */
  const replaced = new Map<HTMLElement, HTMLElement>()
  const valueIn = recordTexts()
  const hadFocus = recordFocus()

  return {
    /** Moves typed text and the focus into the new fields. */
    onMismatch() {
      if (location.pathname !== path) return // A later page has fields of its own.
      const next = controlsByPlace()
      for (const [place, old] of controls) {
        const control = next.get(place)
        if (!control || old.isConnected || replaced.has(old)) continue
        replaced.set(old, control)
        if (hadFocus(old)) control.focus({ preventScroll: true })
        if (isField(old) && isField(control)) replayField(old, valueIn(old), control)
      }
    },
    /** Sends the typed text and the presses to React. */
    afterHydration() {
      for (const field of [...controls.values()].filter(isField))
        whenHydrated(field, () => replayField(field, valueIn(field), field))
      for (const element of pressed) {
        const control = replaced.get(element) ?? element
        whenHydrated(control, () => {
          noLongerBusy(control)
          control.click()
        })
      }
    },
  }
}

/** How often to check whether a lazy part is hydrated, and how many times. */
const CHECK_INTERVAL_MS = 100
const MAX_CHECKS = 100

/** Whether React has hydrated an element: React then gives it a property whose name begins with __reactProps$. */
const isHydrated = (element: Element) => Object.keys(element).some(name => name.startsWith('__reactProps$'))

/** Acts on an element at once, or, in a lazy part whose script comes later, when React has hydrated the element. */
function whenHydrated(element: HTMLElement, act: () => void, checksLeft = MAX_CHECKS): void {
  if (!element.isConnected) return
  // A page may also have elements that React never hydrates, such as a browser extension's. After the last check, it acts anyway.
  const isLater = isHydrated(document.documentElement) && !isHydrated(element)
  if (isLater && checksLeft > 0)
    setTimeout(() => whenHydrated(element, act, checksLeft - 1), CHECK_INTERVAL_MS)
  else act()
}

/** Maps every control by its kind and the number of controls of this kind before it. */
function controlsByPlace(): Map<string, HTMLElement> {
  const controls = new Map<string, HTMLElement>()
  for (const control of document.querySelectorAll<HTMLElement>(CONTROLS)) {
    const type = control.getAttribute('type')
    const name = control.getAttribute('name')
    // Ids of useId() begin with _, and differ when React renders the page again.
    const id = control.id.replace(/^_.*/, '')
    const text = control.localName === 'button' ? control.textContent : ''
    const kind = [control.localName, type, name, id, text].join()
    let before = 0
    while (controls.has(kind + before)) before++
    controls.set(kind + before, control)
  }
  return controls
}

/** Records each textarea's text, because React resets it to the server's text when it hydrates the element. */
function recordTexts(): (field: Field) => string {
  const texts = new WeakMap<Field, string>()
  const note = (area: EventTarget | null) => {
    if (area instanceof HTMLTextAreaElement) texts.set(area, area.value)
  }
  for (const area of document.querySelectorAll('textarea')) note(area)
  // The capture phase comes before React, which hydrates a field at once when somebody types into it.
  addEventListener('input', ({ target }) => note(target), { capture: true })
  return field => texts.get(field) ?? field.value
}

/** Records which element has the focus, because the document forgets it when the element is removed. */
function recordFocus(): (control: HTMLElement) => boolean {
  let focused: EventTarget | null = document.activeElement
  addEventListener('focusin', ({ target }) => {
    focused = target
  })
  // Chrome also sends this event just before the element is removed. A microtask later, React has removed it.
  addEventListener('focusout', ({ target }) =>
    queueMicrotask(() => {
      const isLeft = target instanceof Node && target.isConnected
      if (isLeft && focused === target) focused = null
    }),
  )
  return control => control === focused
}

/** Sends React a field's value if it differs from the server's HTML. `to` is the field itself, or the one that replaced it. */
function replayField(field: Field, value: string, to: Field): void {
  const initial = initialOf(field)
  switch (field.type) {
    case 'select-one':
    case 'select-multiple':
      if (selectedIn(field) === selectedIn(initial)) break
      for (const [i, option] of optionsOf(to).entries())
        option.selected = optionsOf(field)[i]?.selected ?? false
      dispatch(to, 'change')
      break
    case 'file': // A script can't set files, except by copying them from another field.
      if (value === '') break
      if (to !== field && 'files' in to && 'files' in field) to.files = field.files
      dispatch(to, 'change')
      break
    case 'checkbox':
      replayChecked(field, initial, to)
      break
    case 'radio': // A browser sends an event only to the radio button that is chosen.
      if (isChecked(field)) replayChecked(field, initial, to)
      break
    default: {
      if (value === initial.value) break
      const moveCaret = recordCaret(field)
      replayThroughReact(to, 'value', value, 'input')
      if (to === document.activeElement) moveCaret(to)
    }
  }
}

/** Records the caret's position. A select has no caret, and an e-mail field doesn't reveal its position. */
function recordCaret(field: Field): (to: Field) => void {
  const start = 'selectionStart' in field ? field.selectionStart : null
  const end = 'selectionEnd' in field ? field.selectionEnd : null
  return to => {
    if (start !== null && 'setSelectionRange' in to) to.setSelectionRange(start, end)
  }
}

function replayChecked(field: Field, initial: Field, to: Field): void {
  if (isChecked(field) !== isChecked(initial)) replayThroughReact(to, 'checked', isChecked(field), 'click')
}

/** Copies a field as the server sent it. A form resets the copy: even without an attribute, a range or a colour has a value. */
function initialOf(field: Field): Field {
  const form = document.createElement('form')
  const copy = field.cloneNode(true) as Field
  form.append(copy)
  form.reset()
  return copy
}

const isChecked = (field: Field) => 'checked' in field && field.checked

/** Writes which options are selected as a string, to compare. */
const selectedIn = (field: Field) =>
  optionsOf(field)
    .map(({ selected }) => Number(selected))
    .join('')

const dispatch = (field: Field, event: string) => field.dispatchEvent(new Event(event, { bubbles: true }))

function replayThroughReact(field: Field, name: 'checked' | 'value', given: unknown, event: string): void {
  Reflect.set(field, name, Reflect.get(initialOf(field), name))
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), name)?.set
  setter?.call(field, given)
  dispatch(field, event)
}
