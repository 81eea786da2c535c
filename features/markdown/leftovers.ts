import type { MarkdownIt, Token } from 'markdown-it'
import type { Problem } from './problem.ts'

// What a page would show as its characters, since this Markdown doesn't know it: as other tools have it, or with a slip.

/** What stands for whatever was understood, such as a link, and for an escaped character. */
const UNDERSTOOD = '\uFFFC'

/** What is found in a line, and what to write. */
const leftovers: [RegExp, string][] = [
  [/!\[[^[\]]*\]\(.*\)/, 'write the name of a picture that has spaces between < and >'],
  [/\[[^[\]]*\]\([^()]*\)/, 'write an address that has spaces between < and >'],
  [/(?<![\w\]])\[[^[\]]+\]\[[^[\]]*\]/, 'no line says where that leads: write the address between ( and )'],
  [/^#{2,6}[^\s#].*/, 'write a space after the last #'],
  [/^\[![A-Za-z]+\]/, 'there are no alerts here: write the word in bold, as **Note:**'],
  [/^:::.*/, 'there are no boxes here: write the word in bold, as **Note:**'],
  [/\[\[[^[\]]+\]\]/, 'write a link as [words](./other-page)'],
  [/==[^\s=][^=]*==/, 'there are no marks here: write **words** for bold'],
  [
    /^(import|export)\s.*\sfrom\s+['"].*/,
    'there is no code here: write Markdown, or a page with a component',
  ],
  [/\{:.*?\}|\{[.#][\w-].*?\}\s*$/, 'there are no attributes here: leave it out'],
  [
    /\{%.*?(%\}|$)|\{\{.*?(\}\}|$)/,
    'there are no templates here: write Markdown, or a page with a component',
  ],
  [/\*\*[^*]+\*\*\S*/, 'this is not bold: write no space inside the **, and one outside'],
  [/^\|.*\|\s*$/, 'write a line such as |---|---| below the first of a table, and as many columns in it'],
]

const TABLE_ROW = /\S \| \S/

/** Finds them before markdown-it joins the escaped characters with the others. The environment takes the problems. */
export function findLeftovers(markdown: MarkdownIt): void {
  markdown.core.ruler.before('text_join', 'leftovers', ({ tokens, env }) => {
    for (const { children, map } of tokens)
      if (children) (env.problems as Problem[]).push(...problemsIn(children, (map?.[0] ?? 0) + 1))
  })
}

function problemsIn(children: Token[], line: number): Problem[] {
  const written = children.map(({ type, content }) => {
    if (type === 'text') return content
    return type.endsWith('break') ? '\n' : UNDERSTOOD
  })
  const lines = written.join('').split('\n')
  return lines.flatMap((text, i) => {
    const problem = problemOf(text, lines[i + 1])
    return problem ? [{ line: line + i, text: problem }] : []
  })
}

function problemOf(text: string, next = ''): string | undefined {
  for (const [pattern, cure] of leftovers) {
    const [found] = pattern.exec(text) ?? []
    if (found) return `${found.replaceAll(UNDERSTOOD, '').trim()}: ${cure}`
  }
  if (TABLE_ROW.test(text) && TABLE_ROW.test(next))
    return `${text.replaceAll(UNDERSTOOD, '').trim()}: write a line such as |---|---| below the first of a table`
  return undefined
}
