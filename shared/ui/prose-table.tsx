import { Children, type ComponentProps, isValidElement, type ReactElement, type ReactNode } from 'react'

interface WithChildren {
  children?: ReactNode
}

/** A table in an element that scrolls if the table is too wide, by keyboard, too. */
export const ProseTable = (props: ComponentProps<'table'>) => (
  // biome-ignore lint/a11y/useSemanticElements: A fieldset is for fields.
  // biome-ignore lint/a11y/noNoninteractiveTabindex: Safari and older versions of Chrome need it to scroll by keyboard.
  <div className="r-table" role="group" aria-label={nameOf(props.children)} tabIndex={0}>
    <table {...props} />
  </div>
)

/** Replaces each plain table among these elements with a ProseTable. */
export const withScrollingTables = (children: ReactNode): ReactNode =>
  Children.map(children, child => (isTable(child) ? <ProseTable {...child.props} key={child.key} /> : child))

const isElement = (node: ReactNode): node is ReactElement<WithChildren> => isValidElement(node)

const isTable = (node: ReactNode): node is ReactElement<ComponentProps<'table'>> =>
  isElement(node) && node.type === 'table'

/** A table's accessible name: its caption, or its columns' names, as in Markdown. */
const nameOf = (children: ReactNode): string | undefined =>
  textIn(children, 'caption').join('') || textIn(children, 'th').join(', ') || undefined

/** The text of each element with this tag name. */
function textIn(children: ReactNode, name: string): string[] {
  return Children.toArray(children).flatMap(child => {
    if (!isElement(child)) return []
    return child.type === name ? textOf(child) : textIn(child.props.children, name)
  })
}

const textOf = (node: ReactNode): string =>
  isElement(node) ? Children.toArray(node.props.children).map(textOf).join('') : String(node)
