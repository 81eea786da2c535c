/** What a visitor did in a page before its script had come. client/loader.ts collects it. */
export interface EarlyInput {
  /** The element that was clicked last, if that was one without an effect of its own. */
  clicked?: HTMLElement | undefined
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Gives React what the visitor did before hydration: what was typed into fields, and the click that nothing answered. */
export function replay({ clicked }: EarlyInput): void {
  for (const field of document.querySelectorAll<Field>('main :is(input, textarea, select)'))
    replayField(field)
  if (clicked?.isConnected) clicked.click()
}

/** Tells React of what a field has that the server has not put there. */
function replayField(field: Field): void {
  const initial = initialOf(field)
  if (initial instanceof HTMLSelectElement) {
    if (selectedIn(field) !== selectedIn(initial)) dispatch(field, 'change')
  } else if (field.type === 'file') {
    if (field.value !== '') dispatch(field, 'change') // No script may set what was chosen.
  } else if (isCheckable(initial)) {
    // Of radio buttons only the one that was chosen: a browser says nothing of the others.
    const isChosen = isCheckable(field) && (field.checked || field.type === 'checkbox')
    if (isChosen && field.checked !== initial.checked) replayValue(field, 'checked', initial.checked, 'click')
  } else if (field.value !== initial.value) replayValue(field, 'value', initial.value, 'input')
}

/** The field as it was before the visitor came: a range or a colour has a value that stands in no attribute. */
function initialOf(field: Field): Field {
  const form = document.createElement('form')
  const copy = field.cloneNode(true) as Field
  form.append(copy)
  form.reset()
  return copy
}

const isCheckable = (field: Field): field is HTMLInputElement => ['checkbox', 'radio'].includes(field.type)

/** The options that are selected, as a text. */
const selectedIn = (field: Field) =>
  [...field.querySelectorAll('option')].map(option => Number(option.selected)).join('')

const dispatch = (field: Field, event: string) => field.dispatchEvent(new Event(event, { bubbles: true }))

/**
 * React compares a field's value with the last one that was set on the element itself, and ignores an event where the two
 * are equal: so the initial value is set there, and what was typed by the prototype.
 */
function replayValue(field: Field, name: 'checked' | 'value', initial: unknown, event: string): void {
  const given: unknown = Reflect.get(field, name)
  Reflect.set(field, name, initial)
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), name)?.set
  setter?.call(field, given)
  dispatch(field, event)
}
