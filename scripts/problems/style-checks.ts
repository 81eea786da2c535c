import { transform } from 'lightningcss'

/** A stylesheet as it is written. */
export interface Sheet {
  /** Its path in the project. */
  file: string
  text: string
}

interface Declaration {
  property: string
  value: string
  /** Where it stands: shared/site/styles/tokens.css:12 */
  place: string
}

/**
 * What a browser would skip without a word: custom properties that are used and declared nowhere, and colours that are
 * none. `others` are stylesheets of packages, which declare, and whose faults are theirs.
 */
export function styleProblems(
  own: readonly Sheet[],
  others: readonly Sheet[],
  isSetByScript: (name: string) => boolean,
): string[] {
  const sheets = own.map(({ file, text }) => ({ file, text: withoutTexts(text) }))
  const declarations = sheets.flatMap(declarationsIn)
  const names = new Set(declarations.map(({ property }) => property).filter(isCustom))
  for (const { text } of [...sheets, ...others])
    for (const [name] of text.matchAll(/--[\w-]+(?=\s*:)|(?<=@property\s+)--[\w-]+/g)) names.add(name)
  return [
    ...sheets.flatMap(sheet => undeclaredIn(sheet, names, isSetByScript)),
    ...new Set(declarations.filter(wantsColour).flatMap(each => colourProblems(each, declarations))),
  ]
}

const isCustom = (property: string) => property.startsWith('--')

/** The text with spaces for comments and strings, so that each line keeps its number. */
const withoutTexts = (css: string) =>
  css.replace(/\/\*.*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/gs, text => text.replace(/[^\n]/g, ' '))

function declarationsIn({ file, text }: Sheet): Declaration[] {
  const found = text.matchAll(/(?<=[;{]\s*)(--[\w-]+|[a-z-]+)\s*:\s*([^;{}]*?)\s*(?:!important\s*)?(?=[;}])/g)
  return Array.from(found, ({ 1: property = '', 2: value = '', index }) => {
    return { property, value, place: placeOf(file, text, index) }
  })
}

const placeOf = (file: string, text: string, index: number) =>
  `${file}:${text.slice(0, index).split('\n').length}`

/** Each `var(--name)` without a fallback of which nothing has a value. */
function undeclaredIn(
  { file, text }: Sheet,
  names: ReadonlySet<string>,
  isSetByScript: (name: string) => boolean,
): string[] {
  const used = [...text.matchAll(/var\(\s*(--[\w-]+)\s*\)/g)]
  return used.flatMap(({ 1: name = '', index }) => {
    if (names.has(name) || isSetByScript(name)) return []
    const similar = [...names].find(other => areSimilar(name, other))
    const cure = similar
      ? `write ${similar}, or declare it`
      : 'declare it, or write a value for want of it, as in var(--name, 1rem)'
    return [`${placeOf(file, text, index)}: no stylesheet declares ${name}: ${cure}`]
  })
}

/** Whether one is the other with a letter too many, too few, or another one. */
function areSimilar(name: string, other: string): boolean {
  const [short = '', long = ''] = [name, other].sort((a, b) => a.length - b.length)
  let start = 0
  while (start < short.length && short[start] === long[start]) start++
  const isLonger = short.slice(start) === long.slice(start + 1)
  const isOther = short.slice(start + 1) === long.slice(start + 1)
  return isLonger || isOther
}

const COLOUR_PROPERTY =
  /^(color|background|background-color|fill|stroke|(border|outline|caret|accent|text-decoration)(-[a-z-]+)?-color|border-color)$/

const wantsColour = ({ property }: Declaration) => COLOUR_PROPERTY.test(property)

/** Follows a value through the custom properties that it is made of, and names those that are no colour. */
function colourProblems(wanting: Declaration, declarations: readonly Declaration[]): string[] {
  const problems: string[] = []
  const seen = new Set<Declaration>()
  const follow = (declaration: Declaration) => {
    if (seen.has(declaration)) return
    seen.add(declaration)
    for (const part of coloursOf(declaration.value)) {
      const name = /^var\(\s*(--[\w-]+)\s*\)$/.exec(part)?.[1]
      if (name) for (const each of declarations) if (each.property === name) follow(each)
      if (!name && isNone(wanting.property, part))
        problems.push(
          `${declaration.place}: ${declaration.property} is ${part}, which is no colour: write a name such as darkred, #rrggbb or oklch(0.5 0.1 250)`,
        )
    }
  }
  follow(wanting)
  return problems
}

/** A value, or the two of light-dark(). */
function coloursOf(value: string): string[] {
  const both = /^light-dark\((.*)\)$/s.exec(value)?.[1]
  if (both === undefined) return [value]
  // At the comma that stands in no other parentheses.
  return both.split(/,(?![^(]*\))/).map(part => part.trim())
}

/** Keywords that Lightning CSS leaves as they are. */
const KEYWORD = /^(inherit|initial|unset|revert|revert-layer|auto|invert|-.*)$/
/** A function of which nothing is left open, as calc() or var() would. */
const SIMPLE_FUNCTION = /^(rgba?|hsla?|hwb|lab|lch|oklab|oklch)\([^()]*\)$/

/** Whether a value is nothing that a browser knows for a property. */
function isNone(property: string, value: string): boolean {
  if (value === '' || KEYWORD.test(value)) return false
  if (value.includes('(') && !SIMPLE_FUNCTION.test(value)) return false
  let isKnown = false
  const code = Buffer.from(`a { ${property}: ${value} }`)
  const Declaration = (declaration: { property: string }) => {
    if (declaration.property !== 'unparsed') isKnown = true
  }
  transform({ filename: 'value.css', code, errorRecovery: true, visitor: { Declaration } })
  return !isKnown
}
