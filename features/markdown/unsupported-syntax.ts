import type { MarkdownIt, Token } from 'markdown-it'
import type { Problem } from './problem.ts'

// Finds syntax that a page would show as plain characters, because it's from a different Markdown tool or has a typo.

/** Replaces everything that markdown-it has understood, such as a link, and every escaped character. */
const PARSED = '\uFFFC'

/** Patterns to find in a line. Each message says what to write instead. */
const unsupported: [RegExp, string][] = [
  [/!\[[^[\]]*\]\(.*\)/, 'write the name of a picture that has spaces between < and >'],
  [/\[[^[\]]*\]\([^()]*\)/, 'write an address that has spaces between < and >'],
  [
    /(?<![\w\]])\[[^[\]]+\]\[[^[\]]*\]/,
    'this reference has no definition: write the address between ( and )',
  ],
  [/^#{2,6}[^\s#].*/, 'write a space after the last #'],
  [/^\[![A-Za-z]+\]/, "alerts aren't supported: write the word in bold, such as **Note:**"],
  [/^:::.*/, "boxes aren't supported: write the word in bold, such as **Note:**"],
  [/\[\[[^[\]]+\]\]/, 'write a link as [words](./other-page)'],
  [/==[^\s=][^=]*==/, "highlighting isn't supported: write **words** for bold"],
  [
    /^(import|export)\s.*\sfrom\s+['"].*/,
    "imports aren't supported: write Markdown, or a page with a component",
  ],
  [/\{:.*?\}|\{[.#][\w-].*?\}\s*$/, "attributes aren't supported: leave it out"],
  [/\{%.*?(%\}|$)|\{\{.*?(\}\}|$)/, "templates aren't supported: write Markdown, or a page with a component"],
  [/\*\*[^*]+\*\*\S*/, "this isn't bold: leave no space inside the **, and leave one outside"],
  [/^\|.*\|\s*$/, 'write a line such as |---|---| below the first of a table, and as many columns in it'],
]

const TABLE_ROW = /\S \| \S/

/** Adds a rule that reports unsupported syntax in `env.problems`, before markdown-it joins escaped characters with the others. */
export function findUnsupportedSyntax(markdown: MarkdownIt): void {
  markdown.core.ruler.before('text_join', 'unsupported', ({ tokens, env }) => {
    for (const { children, map } of tokens)
      if (children) (env.problems as Problem[]).push(...problemsIn(children, (map?.[0] ?? 0) + 1))
  })
}

function problemsIn(children: Token[], line: number): Problem[] {
  const written = children.map(({ type, content }) => {
    if (type === 'text') return content
    return type.endsWith('break') ? '\n' : PARSED
  })
  const lines = written.join('').split('\n')
  return lines.flatMap((text, i) => {
    const problem = problemOf(text, lines[i + 1])
    return problem ? [{ line: line + i, text: problem }] : []
  })
}

function problemOf(text: string, next = ''): string | undefined {
  for (const [pattern, cure] of unsupported) {
    const [found] = pattern.exec(text) ?? []
    if (found) return `${found.replaceAll(PARSED, '').trim()}: ${cure}`
  }
  if (TABLE_ROW.test(text) && TABLE_ROW.test(next))
    return `${text.replaceAll(PARSED, '').trim()}: write a line such as |---|---| below the first of a table`
  return undefined
}
