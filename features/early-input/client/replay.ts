import type { AroundHydration } from '../../../joints.ts'
import { noLongerBusy } from './presses.ts'
import { type Field, optionsOf } from './typed.ts'

// React notes the value of a field when it hydrates it, and each value that a script sets on the element. It ignores an event
// where the field still has the noted value, and so it misses text typed before hydration. Here a field gets its initial value,
// which React notes, then the typed text, by the setter of the prototype, which React doesn't see, and then the event.

const CONTROLS = 'input, textarea, select, button, [data-hydrate]'
const isField = (element: Element): element is Field => element.matches('input, textarea, select')

/** Begins to collect text, and repeats it and these presses when the page is hydrated. */
export function prepareReplay(pressed: ReadonlySet<HTMLElement>): AroundHydration {
  const controls = controlsByPlace()
  const path = location.pathname
  /** Each control that React has replaced, with the new one. */
  const replaced = new Map<HTMLElement, HTMLElement>()
  const valueIn = noteTexts()
  const hadFocus = noteFocus()

  return {
    /** Typed text moves into the new fields, and the focus with it. */
    afterNewRender() {
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
    /** React receives the typed text and the presses. */
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

/** How often to look whether a lazy part has come, in milliseconds, and how many times. */
const LOOK_MS = 100
const LOOKS = 100

/** React gives each element that it has hydrated a property of such a name. */
const isHydrated = (element: Element) => Object.keys(element).some(name => name.startsWith('__reactProps$'))

/** Acts on an element of the page at once; in a lazy part, whose script comes later, when React has hydrated it. */
function whenHydrated(element: HTMLElement, act: () => void, looks = LOOKS): void {
  if (!element.isConnected) return
  // A page has elements of others, too. These are given up in the end.
  const isLater = isHydrated(document.documentElement) && !isHydrated(element)
  if (isLater && looks > 0) setTimeout(() => whenHydrated(element, act, looks - 1), LOOK_MS)
  else act()
}

/** Every control, by its kind and by the number of controls of this kind before it. */
function controlsByPlace(): Map<string, HTMLElement> {
  const controls = new Map<string, HTMLElement>()
  for (const control of document.querySelectorAll<HTMLElement>(CONTROLS)) {
    const type = control.getAttribute('type')
    const name = control.getAttribute('name')
    // In a page that is rendered anew useId() gives other ids, which also begin with _.
    const id = control.id.replace(/^_.*/, '')
    const text = control.localName === 'button' ? control.textContent : ''
    const kind = [control.localName, type, name, id, text].join()
    let before = 0
    while (controls.has(kind + before)) before++
    controls.set(kind + before, control)
  }
  return controls
}

/** Notes the text of each textarea: React resets it to the server's text when it hydrates it. */
function noteTexts(): (field: Field) => string {
  const texts = new WeakMap<Field, string>()
  const note = (area: EventTarget | null) => {
    if (area instanceof HTMLTextAreaElement) texts.set(area, area.value)
  }
  for (const area of document.querySelectorAll('textarea')) note(area)
  // In the capture phase, before React, which hydrates a field at once when somebody types into it.
  addEventListener('input', ({ target }) => note(target), { capture: true })
  return field => texts.get(field) ?? field.value
}

/** Notes which element has the focus: once that is removed, none has it. */
function noteFocus(): (control: HTMLElement) => boolean {
  let focused: EventTarget | null = document.activeElement
  addEventListener('focusin', ({ target }) => {
    focused = target
  })
  // Chrome sends this event also when it is about to remove the element: a microtask later React is done.
  addEventListener('focusout', ({ target }) =>
    queueMicrotask(() => {
      const isLeft = target instanceof Node && target.isConnected
      if (isLeft && focused === target) focused = null
    }),
  )
  return control => control === focused
}

/** Tells React where a field differs from the server's HTML: in `to`, which is the field itself or the one in its place. */
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
    case 'file': // No script may set what was chosen, but for the files of another field.
      if (value === '') break
      if (to !== field && 'files' in to && 'files' in field) to.files = field.files
      dispatch(to, 'change')
      break
    case 'checkbox':
      replayChecked(field, initial, to)
      break
    case 'radio': // A browser sends an event to the chosen one only.
      if (isChecked(field)) replayChecked(field, initial, to)
      break
    default: {
      if (value === initial.value) break
      const moveCaret = noteCaret(field)
      replayThroughReact(to, 'value', initialOf(to).value, value, 'input')
      if (to === document.activeElement) moveCaret(to)
    }
  }
}

/** Notes where the caret is. A select has none, and a field for an e-mail address doesn't tell. */
function noteCaret(field: Field): (to: Field) => void {
  const start = 'selectionStart' in field ? field.selectionStart : null
  const end = 'selectionEnd' in field ? field.selectionEnd : null
  return to => {
    if (start !== null && 'setSelectionRange' in to) to.setSelectionRange(start, end)
  }
}

function replayChecked(field: Field, initial: Field, to: Field): void {
  if (isChecked(field) !== isChecked(initial))
    replayThroughReact(to, 'checked', isChecked(initialOf(to)), isChecked(field), 'click')
}

/** A copy of the field as the server sent it. A range or a colour has a value without an attribute for it. */
function initialOf(field: Field): Field {
  const form = document.createElement('form')
  const copy = field.cloneNode(true) as Field
  form.append(copy)
  form.reset()
  return copy
}

const isChecked = (field: Field) => 'checked' in field && field.checked

/** Which options are selected, as a text to compare. */
const selectedIn = (field: Field) =>
  optionsOf(field)
    .map(({ selected }) => Number(selected))
    .join('')

const dispatch = (field: Field, event: string) => field.dispatchEvent(new Event(event, { bubbles: true }))

function replayThroughReact<Value>(
  field: Field,
  name: 'checked' | 'value',
  initial: Value,
  given: Value,
  event: string,
): void {
  Reflect.set(field, name, initial)
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), name)?.set
  setter?.call(field, given)
  dispatch(field, event)
}
