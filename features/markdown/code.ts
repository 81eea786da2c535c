import type { BundledLanguage, ThemedToken } from 'shiki'
import { cached } from '../../scripts/lib/build-cache.ts'
import { escapeHtml } from '../../server/lib/escape-html.ts'

/** The stylesheet of colours, which a site has when there's code in its texts. */
export const CODE_STYLES = 'features/markdown/code.css'

/** By the name that Shiki's theme has for a kind of token: its class in code.css. All other code has the colour of the text. */
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

/** Code as HTML with a class for each kind of token: the policy allows no inline style. Undefined where Shiki lacks the language. */
export async function colouredCode(code: string, language: string): Promise<string | undefined> {
  const { bundledLanguages } = await import('shiki/langs')
  const isKnown = (name: string): name is BundledLanguage => Object.hasOwn(bundledLanguages, name)
  if (!isKnown(language)) return undefined
  const colour = async () => Buffer.from(await colourTokens(code, language))
  const html = await cached(['code', language, code, JSON.stringify(classes)], colour)
  return Buffer.from(html).toString()
}

async function colourTokens(code: string, lang: BundledLanguage): Promise<string> {
  const { codeToTokens, createCssVariablesTheme } = await import('shiki')
  const theme = createCssVariablesTheme({ variablePrefix: '', fontStyle: false })
  // By itself Shiki gives up a line after half a second, which a busy machine may need for the first one.
  const tokenizeTimeLimit = 0
  const { tokens } = await codeToTokens(code, { lang, theme, tokenizeTimeLimit })
  return tokens.map(line => line.map(htmlOf).join('')).join('\n')
}

/** In this theme a colour is the name of a kind of token, such as var(--token-keyword). */
function htmlOf({ content, color = '' }: ThemedToken): string {
  const [, kind = ''] = /token-([\w-]+)/.exec(color) ?? []
  const text = escapeHtml(content)
  return classes[kind] ? `<span class="${classes[kind]}">${text}</span>` : text
}
