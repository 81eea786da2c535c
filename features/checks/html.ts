import { type DefaultTreeAdapterTypes, parse } from 'parse5'

type Node = DefaultTreeAdapterTypes.Node

/** An element of a page, as a browser finds it. */
export interface Element {
  name: string
  attributes: ReadonlyMap<string, string>
  /** Its start tag, as it is written. */
  tag: string
  /** The text that it begins with. */
  text: string
  parent: Element | undefined
}

/** The elements of a page of the site, but for its stylesheet: two thirds of the page, without anything to check. */
export const elementsOfPage = (html: string): Element[] =>
  elementsOf(html.replace(/<style>.*?<\/style>/s, ''))

/** The elements that are written in a document, in their order. */
export function elementsOf(html: string): Element[] {
  /** By their places: a browser may make two of one that is badly nested. */
  const found = new Map<number, Element>()
  const visit = (node: Node, parent?: Element): void => {
    let element = parent
    // What a browser adds, such as a missing <body>, has no place.
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
    const parentNode = 'content' in node ? node.content : node // What is in a <template> stands apart.
    if ('childNodes' in parentNode) for (const child of parentNode.childNodes) visit(child, element)
  }
  visit(parse(html, { sourceCodeLocationInfo: true, scriptingEnabled: false }))
  return [...found.values()]
}

export const isWithin = ({ parent }: Element, name: string): boolean =>
  parent !== undefined && (parent.name === name || isWithin(parent, name))

export const isInside = ({ parent }: Element, other: Element): boolean =>
  parent !== undefined && (parent === other || isInside(parent, other))
