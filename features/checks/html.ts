import { type DefaultTreeAdapterTypes, parse } from 'parse5'

type Node = DefaultTreeAdapterTypes.Node

/** An element in a page, in the tree that a browser makes of the HTML. */
export interface Element {
  name: string
  attributes: ReadonlyMap<string, string>
  /** The start tag as it's written in the HTML. */
  tag: string
  /** The text before its first child element. */
  text: string
  parent: Element | undefined
}

/** A page's elements, without its stylesheet: that's two thirds of the HTML and has nothing to check. */
export const elementsOfPage = (html: string): Element[] =>
  elementsOf(html.replace(/<style>.*?<\/style>/s, ''))

/** The elements that the HTML contains, in document order. */
export function elementsOf(html: string): Element[] {
  /** The elements by their offset in the HTML, because a browser may make two elements out of one that's badly nested. */
  const found = new Map<number, Element>()
  const visit = (node: Node, parent?: Element): void => {
    let element = parent
    // An element that a browser adds, such as a missing <body>, has no location.
    if ('tagName' in node && node.sourceCodeLocation) {
      const { startOffset, endOffset } = node.sourceCodeLocation.startTag ?? node.sourceCodeLocation
      const [first] = node.childNodes
      element = {
        name: node.tagName,
        attributes: new Map(
          node.attrs.map(({ prefix, name, value }) => [prefix ? `${prefix}:${name}` : name, value]),
        ),
        tag: html.slice(startOffset, endOffset),
        text: first && 'value' in first ? first.value : '',
        parent,
      }
      found.set(startOffset, element)
    }
    const parentNode = 'content' in node ? node.content : node // parse5 keeps a <template>'s children apart.
    if ('childNodes' in parentNode) for (const child of parentNode.childNodes) visit(child, element)
  }
  visit(parse(html, { sourceCodeLocationInfo: true, scriptingEnabled: false }))
  return [...found.values()]
}

export const isWithin = ({ parent }: Element, name: string): boolean =>
  parent !== undefined && (parent.name === name || isWithin(parent, name))

export const isInside = ({ parent }: Element, other: Element): boolean =>
  parent !== undefined && (parent === other || isInside(parent, other))
