const COMMENTS = /<!--.*?-->/gs

/** The start tag of the outermost element, with its attributes. Those within it inherit its namespace. */
const ROOT_ELEMENT = /<svg(?=[\s>])((?:"[^"]*"|'[^']*'|[^>])*)/

/** Why no browser shows a file, as a message: an SVG within HTML needs no namespace, one of its own does. */
export function svgProblem(svg: string): string | undefined {
  const [, attributes] = ROOT_ELEMENT.exec(svg.replace(COMMENTS, '')) ?? []
  if (attributes === undefined || /\sxmlns\s*=/.test(attributes)) return undefined
  return 'no browser shows an SVG without xmlns: write <svg xmlns="http://www.w3.org/2000/svg" at its start'
}
