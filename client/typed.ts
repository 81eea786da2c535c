// What a person has typed goes into the history entry of a document that is asked for anew: Chrome and Safari empty its
// fields, and nothing is stored.

export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

interface Typed {
  /** By which the field is known in the next document, beside its place. */
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

/** What the fields have now, for the state of the history entry. */
export const typedFields = (): { typed: Typed[] } => ({ typed: fields().map(typedInto) })

/** Gives the fields what the document before this one had. Call it before hydration, so that client/replay.ts tells React. */
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
  if (/^(?!checkbox|radio|select)/.test(field.type)) field.value = value
  for (const [i, option] of optionsOf(field).entries()) option.selected = selected[i] ?? option.selected
}

/** Whether nobody has used the field since: on a page that is hydrated at an interaction, that is what somebody may do first. */
const isUntouched = (field: Field) =>
  !('defaultValue' in field) ||
  (field.value === field.defaultValue && (!('checked' in field) || field.checked === field.defaultChecked))

export const optionsOf = (field: Field) => [...field.querySelectorAll('option')]
