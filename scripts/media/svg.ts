const COMMENTS = /<!--.*?-->/gs

/** Why no browser shows a file, as a message: an SVG within HTML needs no namespace, one of its own does. */
export const svgProblem = (svg: string): string | undefined =>
  /<svg(?=[\s>])(?![^>]*\sxmlns\s*=)/.test(svg.replace(COMMENTS, ''))
    ? 'no browser shows an SVG without xmlns: write <svg xmlns="http://www.w3.org/2000/svg" at its start'
    : undefined
