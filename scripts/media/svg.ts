const COMMENTS = /<!--.*?-->/gs

/** Matches the outermost element's start tag, with its attributes. All others inherit its namespace. */
const ROOT_ELEMENT = /<svg(?=[\s>])((?:"[^"]*"|'[^']*'|[^>])*)/

/** A message if no browser would show an SVG file: unlike an SVG in HTML, it needs a namespace. */
export function svgProblem(svg: string): string | undefined {
  const [, attributes] = ROOT_ELEMENT.exec(svg.replace(COMMENTS, '')) ?? []
  if (attributes === undefined || /\sxmlns\s*=/.test(attributes)) return undefined
  return 'no browser shows an SVG without xmlns: write <svg xmlns="http://www.w3.org/2000/svg" at its start'
}
