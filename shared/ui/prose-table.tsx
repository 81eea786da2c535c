import { Children, isValidElement, type ReactElement, type ReactNode } from 'react'

interface WithChildren {
  children?: ReactNode
}

/** Puts each plain table among these elements into an element that scrolls where the table is too wide, also by keyboard. */
export const withScrollingTables = (children: ReactNode): ReactNode =>
  Children.map(children, child => (isElement(child) && child.type === 'table' ? scrolling(child) : child))

const scrolling = (table: ReactElement<WithChildren>) => (
  // biome-ignore lint/a11y/useSemanticElements: A fieldset is for fields.
  // biome-ignore lint/a11y/noNoninteractiveTabindex: Safari and older versions of Chrome need it to scroll by keyboard.
  <div className="r-table" role="group" aria-label={nameOf(table)} tabIndex={0}>
    {table}
  </div>
)

const isElement = (node: ReactNode): node is ReactElement<WithChildren> => isValidElement(node)

/** The caption of a table, or else the names of its columns, as in Markdown. */
const nameOf = (table: ReactElement<WithChildren>): string | undefined =>
  textIn(table, 'caption').join('') || textIn(table, 'th').join(', ') || undefined

/** The texts of the elements with this name in an element. */
function textIn({ props }: ReactElement<WithChildren>, name: string): string[] {
  return Children.toArray(props.children).flatMap(child => {
    if (!isElement(child)) return []
    return child.type === name ? textOf(child) : textIn(child, name)
  })
}

const textOf = (node: ReactNode): string =>
  isElement(node) ? Children.toArray(node.props.children).map(textOf).join('') : String(node)
