// React notes the value of a field when it hydrates it, and each one that a script sets on the element itself, and ignores an
// event that finds the field with the value it has noted. So it never hears of what was typed before hydration. Here a field
// gets its initial value, which React notes, then what was typed, by the setter of the prototype, which React does not see,
// and then the event.

/** What a visitor did in a page before its script had come. client/script-loader.ts collects it. */
export interface EarlyInput {
  /** The element that was clicked last, if that was one without an effect of its own. */
  clicked?: HTMLElement | undefined
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * Prepares to give React what the visitor does before hydration: what is typed into fields, and the click that nothing
 * answered. Call it before hydration, and what it returns afterwards.
 */
export function prepareReplay(input: EarlyInput): () => void {
  // When React hydrates a textarea it sets it to the server's text.
  const texts = new WeakMap<Field, string>()
  const noteText = (area: EventTarget | null) => {
    if (area instanceof HTMLTextAreaElement) texts.set(area, area.value)
  }
  for (const area of document.querySelectorAll('textarea')) noteText(area)
  // Before React, which hydrates at once what the visitor types into.
  addEventListener('input', ({ target }) => noteText(target), { capture: true })

  return () => {
    for (const field of document.querySelectorAll<Field>('input, textarea, select'))
      replayField(field, texts.get(field) ?? field.value)
    if (input.clicked?.isConnected) input.clicked.click()
  }
}

/** Tells React of what a field has that the server has not put there. */
function replayField(field: Field, value: string): void {
  const initial = initialOf(field)
  switch (field.type) {
    case 'select-one':
    case 'select-multiple':
      if (selectedIn(field) !== selectedIn(initial)) dispatch(field, 'change')
      break
    case 'file': // No script may set what was chosen.
      if (value !== '') dispatch(field, 'change')
      break
    case 'checkbox':
      replayChecked(field, initial)
      break
    case 'radio': // A browser tells of the one that was chosen, and not of the others.
      if (isChecked(field)) replayChecked(field, initial)
      break
    default:
      if (value !== initial.value) replayThroughReact(field, 'value', initial.value, value, 'input')
  }
}

function replayChecked(field: Field, initial: Field): void {
  if (isChecked(field) !== isChecked(initial))
    replayThroughReact(field, 'checked', isChecked(initial), isChecked(field), 'click')
}

/** The field as it was before the visitor came: a range or a colour has a value that stands in no attribute. */
function initialOf(field: Field): Field {
  const form = document.createElement('form')
  const copy = field.cloneNode(true) as Field
  form.append(copy)
  form.reset()
  return copy
}

const isChecked = (field: Field) => 'checked' in field && field.checked

/** The options that are selected, as a text. */
const selectedIn = (field: Field) =>
  [...field.querySelectorAll('option')].map(option => Number(option.selected)).join('')

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
