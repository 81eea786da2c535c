import { transform } from 'lightningcss'
import { documentOf } from './document-of.ts'

/** What Chrome before 122, Firefox before 120 and Safari before 17.4 lack: https://developer.mozilla.org/docs/Web/CSS/::backdrop */
export const INHERITING_BACKDROP = '::backdrop that inherits tokens'

/** Who looks at a page, and with what. By default at a desk, in today's browser, in the light scheme. */
export interface Viewer {
  /** Of the window, in pixels. */
  width?: number
  /** Media queries that are true besides those of the window, as "print" or "(prefers-contrast: more)". */
  media?: readonly string[]
  /** What the browser does not know, as a condition of @supports, or INHERITING_BACKDROP. */
  lacks?: readonly string[]
  /** States as ":hover", which hold at these elements: by default at the one that is looked at alone. */
  states?: readonly string[]
  at?: string
}

export interface Rule {
  layer: string
  queries: string[]
  conditions: string[]
  selector: string
  /** As "::after", or an empty text. */
  pseudoElement: string
  declarations: Map<string, string>
}

/**
 * What a stylesheet says of the elements of a page, read as data: jsdom knows neither layers nor media queries. A property
 * is found by the name with which the stylesheet declares it, and is not inherited; custom properties are.
 */
export function createCascade(css: string, html: string) {
  const { document, declaredValue } = stylesOf(css, html)

  /** The value that an element has of a property: of the first that this selector finds, or of its "::after". */
  return (selector: string, property: string, viewer: Viewer = {}): string | undefined => {
    const [ofElement = '', pseudo] = selector.split('::')
    const element = document.querySelector(/[\s>]$/.test(ofElement) ? `${ofElement}*` : ofElement)
    if (!element) throw new Error(`the page has no ${ofElement}`)
    return declaredValue(element, pseudo ? `::${pseudo}` : '', [property], viewer)
  }
}

/** The same by element, where a test asks all of them. */
export function stylesOf(css: string, html: string) {
  const document = documentOf(html)
  const { rules, layers } = rulesOf(css)
  const matched = new Map<string, WeakMap<Element, boolean>>()
  const declaring = new Map<string, Rule[]>()

  function matches(element: Element, selector: string): boolean {
    const known = matched.getOrInsertComputed(selector, () => new WeakMap())
    return known.getOrInsertComputed(element, () => doesMatch(element, selector))
  }

  function rulesFor(pseudoElement: string, properties: readonly string[]): Rule[] {
    const key = [pseudoElement, ...properties].join()
    return declaring.getOrInsertComputed(key, () =>
      rules.filter(
        rule => rule.pseudoElement === pseudoElement && properties.some(name => rule.declarations.has(name)),
      ),
    )
  }

  /** The declarations of these properties for an element, from weak to strong. */
  function declared(
    element: Element,
    pseudoElement: string,
    properties: readonly string[],
    viewer: Viewer,
  ): [name: string, value: string][] {
    return rulesFor(pseudoElement, properties)
      .filter(rule => rule.queries.every(query => isTrue(query, viewer)))
      .filter(rule => rule.conditions.every(condition => isKnown(condition, viewer)))
      .filter(rule => matches(element, withStates(rule.selector, viewer)))
      .map(rule => ({ rule, layer: layers.indexOf(rule.layer), specificity: specificityOf(rule.selector) }))
      .sort((a, b) => a.layer - b.layer || a.specificity - b.specificity)
      .flatMap(({ rule }) => [...rule.declarations].filter(([name]) => properties.includes(name)))
  }

  /** A var() in it is computed where it is declared: https://www.w3.org/TR/css-variables-1/#substitute-a-var */
  function customProperty(element: Element | null, name: string, viewer: Viewer): string | undefined {
    if (!element) return undefined
    const [, own] = declared(element, '', [name], viewer).at(-1) ?? []
    if (own === undefined) return customProperty(element.parentElement, name, viewer)
    return resolve(own, element, viewer)
  }

  /** With what var() stands for. Of a custom property without a value the other value counts. */
  function resolve(value: string, element: Element | null, viewer: Viewer): string {
    const innermost = /var\((--[\w-]+)(?:, ?([^()]*))?\)/
    const [whole, name = '', otherwise = ''] = innermost.exec(value) ?? []
    if (whole === undefined) return value.trim().replace(/ +/g, ' ').replace(/, ?/g, ', ')
    const found = customProperty(element, name, viewer)
    const substitute = found === undefined || found === 'initial' ? otherwise : found
    return resolve(value.replace(whole, substitute), element, viewer)
  }

  /**
   * What the last declaration says that has one of these names, as "background" and "background-color". Where a shorthand
   * counts after it, that is what the element has, with its name.
   */
  function declaredValue(
    element: Element,
    pseudoElement: string,
    properties: readonly string[],
    viewer: Viewer,
  ): string | undefined {
    const shorthands = properties.flatMap(shorthandsOf)
    const declarations = declared(element, pseudoElement, [...properties, ...shorthands], viewer)
    if (!declarations.some(([name]) => properties.includes(name))) return undefined
    const [name = '', last = ''] = declarations.at(-1) ?? []
    const value = properties.includes(name) ? last : `${name}: ${last}`
    const inheritsTokens = pseudoElement !== '::backdrop' || isKnown(INHERITING_BACKDROP, viewer)
    return resolve(value, inheritsTokens ? element : null, viewer)
  }

  return { document, declaredValue, resolve }
}

/** The shorthands of this style, and what each of them resets: https://www.w3.org/TR/css-cascade-5/#shorthand */
const SHORTHANDS: Record<string, RegExp> = {
  animation: /^animation-/,
  background: /^background-/,
  border: /^border-(?!radius|collapse|spacing)/,
  'border-block': /^border-block-/,
  'border-block-end': /^border-block-end-/,
  'border-block-start': /^border-block-start-/,
  'border-color': /^border-.*-color$/,
  'border-inline-start': /^border-inline-start-/,
  'border-style': /^border-.*-style$/,
  'border-width': /^border-.*-width$/,
  flex: /^flex-(basis|grow|shrink)$/,
  font: /^(font-|line-height$)/,
  gap: /^(column|row)-gap$/,
  'grid-area': /^grid-(row|column)/,
  'grid-template': /^grid-template-/,
  inset: /^inset-/,
  'inset-block': /^inset-block-/,
  margin: /^margin-/,
  'margin-block': /^margin-block-/,
  'margin-inline': /^margin-inline-/,
  outline: /^outline-(?!offset)/,
  overflow: /^overflow-[xy]$/,
  padding: /^padding-/,
  'padding-block': /^padding-block-/,
  'padding-inline': /^padding-inline-/,
  'place-items': /^(align|justify)-items$/,
  'place-self': /^(align|justify)-self$/,
  'text-decoration': /^text-decoration-/,
  transition: /^transition-/,
}
const shorthandsOf = (property: string) =>
  Object.keys(SHORTHANDS).filter(shorthand => SHORTHANDS[shorthand]?.test(property))

const parsed = new Map<string, ReturnType<typeof parse>>()

/** The rules of a stylesheet, and its layers in their order. Many tests ask for those of one stylesheet. */
export const rulesOf = (css: string) => parsed.getOrInsertComputed(css, parse)

/** Lightning CSS writes one declaration a line, and one brace at the end of a line. */
function parse(css: string) {
  const { code } = transform({ filename: 'site.css', code: Buffer.from(css), minify: false })
  const rules: Rule[] = []
  const layers: string[] = []
  const open: string[] = []
  let declarations = new Map<string, string>()
  for (const line of code
    .toString()
    .split('\n')
    .map(each => each.trim())) {
    const [, statement] = /^@layer ([^{]*);$/.exec(line) ?? []
    if (statement) layers.push(...statement.split(', '))
    else if (line.endsWith('{')) {
      open.push(line.slice(0, -1).trim())
      declarations = new Map()
      const layer = partsOf(open, '@layer')[0]
      if (layer && !layers.includes(layer)) layers.push(layer)
      if (isOfElements(open)) rules.push(...rulesIn(open, declarations))
    } else if (line === '}') open.pop()
    else {
      const [, name, value] = /^([\w-]+): ?(.*);$/.exec(line) ?? []
      if (name !== undefined && value !== undefined) declarations.set(name, value)
    }
  }
  return { rules, layers }
}

/** A browser leaves out a rule whose selector it does not know. So it is with those of jsdom, and other vendors' selectors. */
function doesMatch(element: Element, selector: string): boolean {
  try {
    return element.matches(selector)
  } catch {
    return false
  }
}

const partsOf = (open: readonly string[], name: string) =>
  open.filter(block => block.startsWith(`${name} `)).map(block => block.slice(name.length + 1))

/** Not in @keyframes or another condition than those of a viewer, and not a block that holds rules. */
const isOfElements = (open: readonly string[]) =>
  !open.at(-1)?.startsWith('@') && !open.some(block => /^@(?!layer|media|supports)/.test(block))

/** A rule for each selector of the innermost block. */
function rulesIn(open: readonly string[], declarations: Map<string, string>): Rule[] {
  const shared = {
    layer: partsOf(open, '@layer')[0] ?? '',
    queries: partsOf(open, '@media'),
    conditions: partsOf(open, '@supports'),
    declarations,
  }
  return selectorsIn(open.at(-1) ?? '').map(selector => {
    const [, pseudo = ''] = /(::[\w-]+|:(?:after|before))$/.exec(selector) ?? []
    const ofElement = selector.slice(0, selector.length - pseudo.length)
    return {
      ...shared,
      selector: ofElement === '' || /[\s>+~]$/.test(ofElement) ? `${ofElement}*` : ofElement,
      pseudoElement: pseudo.replace(/^:+/, '::'),
    }
  })
}

/** The parts of a list between the commas that stand in no parentheses. */
function selectorsIn(list: string): string[] {
  const outside = /(?:[^,()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+/g
  return (list.match(outside) ?? []).map(each => each.trim())
}

function isTrue(list: string, { width = 1280, media = [] }: Viewer): boolean {
  return list.split(', ').some(query =>
    query.split(' and ').every(feature => {
      const [, comparison, size] = /^\(width (>=|<=|>|<) ([\d.]+)em\)$/.exec(feature) ?? []
      if (comparison === '>=' || comparison === '>') return width >= Number(size) * 16
      if (comparison === '<=' || comparison === '<') return width <= Number(size) * 16
      if (feature === '(prefers-reduced-motion: no-preference)')
        return !media.includes('(prefers-reduced-motion)')
      return media.includes(feature)
    }),
  )
}

function isKnown(condition: string, { lacks = [] }: Viewer): boolean {
  return condition.startsWith('not ') ? lacks.includes(condition.slice(4)) : !lacks.includes(condition)
}

const STATES =
  /:(?:hover|active|focus-visible|focus-within|focus|indeterminate|popover-open|user-invalid)(?![\w-])/g
const withStates = (selector: string, { states = [], at = ':scope' }: Viewer) =>
  selector.replace(STATES, state => {
    if (!states.includes(state)) return ':not(*)'
    return state === ':popover-open' ? '[popover]' : `:is(${at})`
  })

/** https://www.w3.org/TR/selectors-4/#specificity-rules, as one number. */
function specificityOf(selector: string): number {
  let sum = 0
  let rest = selector
  // From the inside: :is(…) counts as its most specific argument.
  for (;;) {
    const [whole, name, list = ''] = /:([\w-]+)\(([^()]*)\)/.exec(rest) ?? []
    if (whole === undefined) break
    const isOfArguments = name === 'is' || name === 'not' || name === 'has'
    if (isOfArguments) sum += Math.max(...list.split(',').map(specificityOf))
    else if (name !== 'where') sum += 100
    rest = rest.replace(whole, '')
  }
  const count = (pattern: RegExp) => rest.match(pattern)?.length ?? 0
  const withoutAttributes = rest.replace(/\[[^\]]*\]/g, '')
  const types = withoutAttributes.match(/(?<![\w.#:-])[a-z][\w-]*/g)?.length ?? 0
  return sum + 10_000 * count(/#[\w-]+/g) + 100 * count(/\.[\w-]+|\[|:[\w-]+/g) + types
}
