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

/**
 * Tells React of what was typed. React compares a field's value with the last one that was set on the element itself, and
 * ignores an event where the two are equal: so the initial value is set there, and what was typed by the prototype.
 */
function replayField(field: Field): void {
  if (field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)) {
    if (field.checked !== field.defaultChecked) replayValue(field, 'checked', field.defaultChecked, 'click')
  } else if (field instanceof HTMLSelectElement) {
    const initial = [...field.options].find(option => option.defaultSelected) ?? field.options[0]
    if (initial && !initial.selected) field.dispatchEvent(new Event('change', { bubbles: true }))
  } else if (field.value !== field.defaultValue) replayValue(field, 'value', field.defaultValue, 'input')
}

function replayValue(field: Field, name: 'checked' | 'value', initial: unknown, event: string): void {
  const given: unknown = Reflect.get(field, name)
  Reflect.set(field, name, initial)
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), name)?.set
  setter?.call(field, given)
  field.dispatchEvent(new Event(event, { bubbles: true }))
}
