import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/lib/root.ts'

/** Finds the site's SVG files that no browser would show: unlike an SVG in HTML, a file needs a namespace. */
export const svgProblems = (project = root): string[] =>
  globSync('shared/site/**/*.[sS][vV][gG]', { cwd: project })
    .map(file => file.replaceAll('\\', '/'))
    .sort()
    .filter(file => lacksNamespace(readFileSync(join(project, file), 'utf8')))
    .map(
      file =>
        `${file}: no browser shows an SVG without xmlns: write <svg xmlns="http://www.w3.org/2000/svg" at its start`,
    )

const COMMENTS = /<!--.*?-->/gs

/** Matches the outermost element's start tag, with its attributes. All others inherit its namespace. */
const ROOT_ELEMENT = /<svg(?=[\s>])((?:"[^"]*"|'[^']*'|[^>])*)/

function lacksNamespace(svg: string): boolean {
  const [, attributes] = ROOT_ELEMENT.exec(svg.replace(COMMENTS, '')) ?? []
  return attributes !== undefined && !/\sxmlns\s*=/.test(attributes)
}
