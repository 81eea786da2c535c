import type { BundledLanguage, ThemedToken } from 'shiki'
import { cached } from '../../scripts/lib/build-cache.ts'
import { escapeHtml } from '../../server/lib/escape-html.ts'

/** The stylesheet with the colours of code. A site gets it if its texts have code. */
export const CODE_STYLES = 'features/markdown/code.css'

/** The class in code.css for each kind of token in Shiki's theme. All other code has the text's colour. */
const classes: Readonly<Record<string, string>> = {
  comment: 'r-code-comment',
  constant: 'r-code-constant',
  function: 'r-code-function',
  keyword: 'r-code-keyword',
  string: 'r-code-string',
  'string-expression': 'r-code-string',
  inserted: 'r-code-string',
  deleted: 'r-code-keyword',
}

/** Makes HTML of code. Each kind of token has a class: the policy blocks inline styles. Undefined if Shiki lacks the language. */
export async function highlight(code: string, language: string): Promise<string | undefined> {
  const { bundledLanguages } = await import('shiki/langs')
  const isKnown = (name: string): name is BundledLanguage => Object.hasOwn(bundledLanguages, name)
  if (!isKnown(language)) return undefined
  const make = async () => Buffer.from(await highlightTokens(code, language))
  const html = await cached(['code', language, code, JSON.stringify(classes)], make)
  return Buffer.from(html).toString()
}

async function highlightTokens(code: string, lang: BundledLanguage): Promise<string> {
  const { codeToTokens, createCssVariablesTheme } = await import('shiki')
  const theme = createCssVariablesTheme({ variablePrefix: '', fontStyle: false })
  // By default, Shiki gives up on a line after half a second. A busy machine may need that long for the first line.
  const tokenizeTimeLimit = 0
  const { tokens } = await codeToTokens(code, { lang, theme, tokenizeTimeLimit })
  return tokens.map(line => line.map(htmlOf).join('')).join('\n')
}

/** Wraps a token in a span with its class. In this theme a token's colour is its kind, such as var(--token-keyword). */
function htmlOf({ content, color = '' }: ThemedToken): string {
  const [, kind = ''] = /token-([\w-]+)/.exec(color) ?? []
  const text = escapeHtml(content)
  return classes[kind] ? `<span class="${classes[kind]}">${text}</span>` : text
}
