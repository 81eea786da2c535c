import type { StyleSource } from '../../extension-points.ts'

/**
 * Reports each `var(--name)` without a fallback whose property nothing declares: a browser silently drops the whole
 * declaration. `others` are the stylesheets of packages: their declarations count, but their mistakes aren't reported.
 */
export function styleProblems(
  own: readonly StyleSource[],
  others: readonly StyleSource[],
  isSetByScript: (name: string) => boolean,
): string[] {
  const sheets = own.map(({ file, text }) => ({ file, text: withoutTexts(text) }))
  const declared = new Set<string>()
  for (const { text } of [...sheets, ...others])
    for (const [name] of text.matchAll(/--[\w-]+(?=\s*:)|(?<=@property\s+)--[\w-]+/g)) declared.add(name)
  return sheets.flatMap(({ file, text }) =>
    Array.from(text.matchAll(/var\(\s*(--[\w-]+)\s*\)/g)).flatMap(({ 1: name = '', index }) => {
      if (declared.has(name) || isSetByScript(name)) return []
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
