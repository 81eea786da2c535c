import { FIELD } from '../../../client/controls.ts'

// Chrome and Safari empty the fields when a document reloads. The history entry's state keeps the text across the reload, so
// nothing is stored on the visitor's device.

export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

interface Typed {
  /** The field's name. Its place and its name identify the field in the next document. */
  name: string
  value: string
  isChecked: boolean
  selected: boolean[]
}

const fields = () => [
  ...document.querySelectorAll<Field>(`${FIELD}:not([type=hidden], [type=password], [type=file])`),
]

/** Returns the current values of all fields, for the history entry's state. */
export const typedFields = (): { typed: Typed[] } => ({ typed: fields().map(typedInto) })

/** Fills the fields as they were before the reload. Call it before hydration, so that replay.ts passes the values on to React. */
export function restoreTyped(): void {
  const { typed, ...state }: { typed?: Typed[] } = history.state ?? {}
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

/** Whether nobody has used the field since the reload. The script may load only when the visitor begins to use the page. */
const isUntouched = (field: Field) =>
  !('defaultValue' in field) ||
  (field.value === field.defaultValue && (!('checked' in field) || field.checked === field.defaultChecked))

export const optionsOf = (field: Field) => [...field.querySelectorAll('option')]
