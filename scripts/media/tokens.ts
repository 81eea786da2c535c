import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CssColor, transform } from 'lightningcss'
import { UserError } from '../../server/lib/errors.ts'
import { root } from '../lib/root.ts'

const FILE = 'shared/site/styles/tokens.css'

/** Old browsers: for these, Lightning CSS writes every colour as #rrggbb or by its name, and light-dark() as two variables. */
export const targets = { chrome: 80 << 16 }

/** The prefix for the engine's properties. It keeps them apart from a package's or a framework's. */
const PREFIX = 'r-'

type Scheme = 'light' | 'dark'

export interface Tokens {
  /** A token's colour, as #rrggbb: 'ink' is --r-ink. */
  colour(name: string, scheme?: Scheme): string
  /** The value of any property, such as r-line, in the light scheme. */
  value(property: string): string
}

/** Reads shared/site/styles/tokens.css, for pictures that are drawn outside of the pages, and for the browser's own interface. */
export const readTokens = (): Tokens => tokensIn(readFileSync(join(root, FILE), 'utf8'))

/** Each function throws a UserError if a token is missing, or isn't a colour. */
export function tokensIn(css: string): Tokens {
  const lowered = transform({ filename: FILE, code: Buffer.from(css), targets }).code.toString()
  const { rest, queries } = splitSchemeQueries(lowered)
  const problem = (name: string, text: string) => {
    const before = css.slice(0, css.search(new RegExp(`--${name}\\s*:`))).split('\n')
    return new UserError(`${FILE}:${before.length}: --${name} ${text}`)
  }

  /** Finds a property's first declaration. Later ones are for screens with more colours or contrast. */
  function declared(name: string, scheme: Scheme): string | undefined {
    const declaration = new RegExp(`--${name}:\\s*([^;}]+)`)
    const value = (declaration.exec(queries[scheme]) ?? declaration.exec(rest))?.[1]?.trim()
    const both = /^var\(--lightningcss-light, ?(.+)\) var\(--lightningcss-dark, ?(.+)\)$/.exec(value ?? '')
    if (!both) return value
    return scheme === 'light' ? both[1] : both[2]
  }

  /** Resolves a token: follows `var()` to the token with a value. Returns that token's name, too. */
  function resolve(
    name: string,
    scheme: Scheme,
    seen: readonly string[] = [],
  ): { name: string; value: string } {
    if (seen.includes(name)) throw problem(name, 'refers to itself')
    const value = declared(name, scheme)
    if (value === undefined) throw new UserError(`${FILE}: --${name} is missing: the build needs its value.`)
    const { 1: other, 2: otherwise } = /^var\(--([\w-]+)(?:,\s*(.+))?\)$/.exec(value) ?? []
    if (other === undefined) return { name, value }
    if (declared(other, scheme) !== undefined) return resolve(other, scheme, [...seen, name])
    if (otherwise === undefined) throw problem(name, `refers to --${other}, which is missing`)
    return { name, value: otherwise }
  }

  function colour(name: string, scheme: Scheme = 'light'): string {
    const found = resolve(PREFIX + name, scheme)
    if (/^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/.test(found.value)) return found.value
    const named = hexOfName(found.value)
    if (named !== undefined) return named
    const cure = 'write a name such as darkred, #rrggbb or oklch(0.5 0.1 250)'
    throw problem(found.name, `is ${found.value}, which isn't a colour: ${cure}`)
  }

  return { colour, value: property => resolve(property, 'light').value }
}

/** The names that Lightning CSS writes for colours if they're shorter, such as green for #008000. */
function hexOfName(name: string): string | undefined {
  let hex: string | undefined
  const readColor = (color: CssColor) => {
    if (typeof color === 'object' && color.type === 'rgb')
      hex = `#${[color.r, color.g, color.b].map(part => part.toString(16).padStart(2, '0')).join('')}`
  }
  transform({ filename: FILE, code: Buffer.from(`a { color: ${name} }`), visitor: { Color: readColor } })
  return hex
}

/** Removes the rules that apply in one colour scheme only from a stylesheet. */
function splitSchemeQueries(css: string): { rest: string; queries: Record<Scheme, string> } {
  const queries = { light: '', dark: '' }
  let rest = css
  for (const scheme of ['light', 'dark'] as const) {
    const start = new RegExp(`@media \\(prefers-color-scheme: ${scheme}\\) \\{`)
    for (let found = start.exec(rest); found; found = start.exec(rest)) {
      const end = endOfBlock(rest, found.index + found[0].length)
      queries[scheme] += rest.slice(found.index, end)
      rest = rest.slice(0, found.index) + rest.slice(end)
    }
  }
  return { rest, queries }
}

/** The index behind the closing brace of the block that contains `from`. */
function endOfBlock(css: string, from: number): number {
  let depth = 1
  let index = from
  while (depth > 0 && index < css.length) {
    if (css[index] === '{') depth++
    if (css[index] === '}') depth--
    index++
  }
  return index
}
