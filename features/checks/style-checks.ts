import type { CheckedSite } from '../../extension-points.ts'
import { isInNodeModules } from '../../scripts/lib/is-in-node-modules.ts'

/**
 * Reports each `var(--name)` without a fallback whose property nothing declares: a browser silently drops the whole
 * declaration. In packages' stylesheets, declarations count, but mistakes aren't reported.
 */
export function styleProblems({ styles, isInScript }: CheckedSite): string[] {
  const ofPackages = styles.filter(({ file }) => isInNodeModules(file))
  const own = styles
    .filter(({ file }) => !isInNodeModules(file))
    .map(({ file, text }) => ({ file, text: withoutTexts(text) }))
  const declared = new Set<string>()
  for (const { text } of [...own, ...ofPackages])
    for (const [name] of text.matchAll(/--[\w-]+(?=\s*:)|(?<=@property\s+)--[\w-]+/g)) declared.add(name)
  return own.flatMap(({ file, text }) =>
    Array.from(text.matchAll(/var\(\s*(--[\w-]+)\s*\)/g)).flatMap(({ 1: name = '', index }) => {
      if (declared.has(name) || isInScript(name)) return []
      const line = text.slice(0, index).split('\n').length
      return [
        `${file}:${line}: no stylesheet declares ${name}: correct the name, declare it, or write a fallback, as in var(${name}, 1rem)`,
      ]
    }),
  )
}

/** Replaces comments and strings with spaces, so that each line keeps its number. */
const withoutTexts = (css: string) =>
  css.replace(/\/\*.*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/gs, text => text.replace(/[^\n]/g, ' '))
