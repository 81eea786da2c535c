// Chrome and Safari empty the fields of a document that is reloaded. The text waits in the state of the history entry, so that
// nothing is stored on the visitor's device.

export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

interface Typed {
  /** Identifies the field in the next document, together with its place. */
  name: string
  value: string
  isChecked: boolean
  selected: boolean[]
}

const fields = () => [
  ...document.querySelectorAll<Field>(
    ':is(input, textarea, select):not([type=hidden], [type=password], [type=file])',
  ),
]

/** The current values of all fields, for the state of the history entry. */
export const typedFields = (): { typed: Typed[] } => ({ typed: fields().map(typedInto) })

/** Fills the fields as they were in the document before this one. Call it before hydration, so that replay.ts tells React. */
export function restoreTyped(): void {
  const { typed, ...state }: Partial<ReturnType<typeof typedFields>> = history.state ?? {}
  if (!typed) return
  history.replaceState(state, '')
  for (const [i, field] of fields().entries()) {
    const before = typed[i]
    if (before?.name === field.name && isUntouched(field)) restore(field, before)
  }
}

const typedInto = (field: Field): Typed => ({
  name: field.name,
  value: field.value,
  isChecked: 'checked' in field && field.checked,
  selected: optionsOf(field).map(({ selected }) => selected),
})

function restore(field: Field, { value, isChecked, selected }: Typed): void {
  if ('checked' in field) field.checked = isChecked
  const isText = !/^(checkbox|radio|select)/.test(field.type)
  if (isText) field.value = value
  for (const [i, option] of optionsOf(field).entries()) option.selected = selected[i] ?? option.selected
}

/** Whether nobody has used the field since the reload: this may run at the first interaction with the page. */
const isUntouched = (field: Field) =>
  !('defaultValue' in field) ||
  (field.value === field.defaultValue && (!('checked' in field) || field.checked === field.defaultChecked))

export const optionsOf = (field: Field) => [...field.querySelectorAll('option')]
