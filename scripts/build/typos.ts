import type { Token } from 'markdown-it'
import type { At } from './markdown.ts'

type Typo = [found: RegExp, cure: (...found: string[]) => string]

/** What looks like markup and would stand on the page as its characters, with what to write. A line begins at ^. */
const typos: Typo[] = [
  [/!?\[\[.*?\]\]/g, found => `${found} is of another program: write [the words](./the-page)`],
  [
    /\[\^([^\]\n]*)\]/g,
    (found, name) => `${found} has no footnote: write [^${name}]: and its words on a line of their own`,
  ],
  [/\^\[/g, () => 'write [^1] here, and [^1]: with the words of the footnote on a line of its own'],
  [/\]\(([^)\n]*)\)?/g, (_, address = '') => cureOfAddress(address)],
  [/\] \((?=[./#]|https?:|mailto:|www\.)/g, () => 'write no space between ] and ('],
  [/\]\[([^\]\n]*)\]/g, (_, name) => `there is no address for [${name}]: write [the words](the address)`],
  [/^(#{2,6})([\p{L}\p{N}].*)/gmu, (_, marks, words) => `write a space after ${marks}: ${marks} ${words}`],
  [/^#(\p{L}.*)/gmu, (found, words) => `write ## ${words}, or \\${found} where it is no heading`],
  [/^(-|1[.)](?=.*\n2[.)]))(?=\p{Lu})/gmu, (_, mark) => `write a space after ${mark}`],
  [/^\[[ xX]?\](?=\s|$)/gm, found => `write the item without ${found}: lists of tasks are not known here`],
  [/^\|.*\|.*(\n\|.*)*/gm, found => cureOfTable(found)],
  [/\{[#.:][^}\n]*\}/g, found => `remove ${found}: it means nothing here`],
  [/\*\*/g, () => '** stands alone: write **the words** without a space inside'],
  [/`+/g, found => `${found} stands alone: write one where the code ends, too`],
]

function cureOfAddress(address: string): string {
  if (/[“”„‟«»]/.test(address)) return 'write straight quotes around the caption: "the caption"'
  if (/\s/.test(address.trim()))
    return `put the address in < and >, because it has a space: (<${address.trim()}>)`
  return `${address} is no address of a page, a file or a picture`
}

function cureOfTable(found: string): string {
  const [first = ''] = found.split('\n')
  const cells = first.replace(/^\s*\||\|\s*$/g, '').split('|')
  return `the second line of this table must be |${' --- |'.repeat(cells.length)}`
}

/** What stands for everything that is no plain text, escaped characters included. */
const OTHER = '\0'

/** Finds what an editor meant as markup in the inline tokens of a paragraph that begins at `line`. */
export function typosIn(children: readonly Token[], line: number): At[] {
  const text = children
    .map(({ type, content }) => (type === 'text' ? content : type.endsWith('break') ? '\n' : OTHER))
    .join('')
  if (!/[[#|*`{^]|^[-\d]/m.test(text)) return []
  return typos.flatMap(([pattern, cure]) =>
    [...text.matchAll(pattern)].map(found => ({
      line: line + text.slice(0, found.index).split('\n').length - 1,
      text: cure(...found),
    })),
  )
}
