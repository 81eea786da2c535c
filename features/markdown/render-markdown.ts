import MarkdownIt, { type Token } from 'markdown-it'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Picture } from '../../shared/ui/picture.tsx'
import { highlight } from './code.ts'
import { pictureBeside } from './picture-beside.ts'
import type { Problem } from './problem.ts'
import { addTasks, OURS } from './tasks.ts'
import { findUnsupportedSyntax } from './unsupported-syntax.ts'

/** A page's text, rendered. */
export interface Body {
  html: string
  /** The links: `written` is the address in the file, `href` the one in the page. */
  links: { line: number; written: string; href: string }[]
  problems: Problem[]
  warnings: Problem[]
  /** Whether the text contains highlighted code. */
  hasCode: boolean
  /** Its pictures' files, by their names in /assets/. */
  assets: Map<string, Uint8Array>
}

/** Matches the ids that the layout uses. */
const TAKEN_ID = /^(main|menu)$/

/** Parses CommonMark with GFM's tables and task lists. HTML is on only so that it can be refused with its line. */
const markdown = new MarkdownIt({ html: true })
addTasks(markdown)
findUnsupportedSyntax(markdown)
const { renderer, options, utils } = markdown
const encodeAddress = markdown.normalizeLink
markdown.normalizeLink = address => address // Messages show the address as it's written.

/** CommonMark has no footnotes: it would read some as links, and others as words. This rule finds them. */
markdown.inline.ruler.before('link', 'footnote', (state, silent) => {
  const [found] = /^\[\^[^\]]+\](?!\()/.exec(state.src.slice(state.pos)) ?? []
  if (!found) return false
  if (!silent) state.push('footnote', '', 0).content = found
  state.pos += found.length
  return true
})

/** Puts a table into an element that scrolls if the table is too wide, even by keyboard. Its name is the column headings. */
renderer.rules.table_open = (tokens, index) => {
  const end = tokens.findIndex(({ type }, i) => i > index && type === 'thead_close')
  const columns = tokens.slice(index, end).flatMap(({ children }) => (children ? textOf(children) : []))
  return `<div class="r-table" role="group" aria-label="${utils.escapeHtml(columns.join(', '))}" tabindex="0"><table>`
}
renderer.rules.table_close = () => '</table></div>'

const textOf = (tokens: Token[]) => renderer.renderInlineAsText(tokens, options, {})

/** Gives every token, even those within a paragraph, with its line in the file. */
function* withLines(tokens: Token[]): Generator<{ token: Token; line: number }> {
  let line = 1
  for (const token of tokens) {
    if (token.map) line = token.map[0] + 1
    yield { token, line }
    let inner = line
    for (const child of token.children ?? []) {
      yield { token: child, line: inner }
      if (child.type.endsWith('break')) inner++
    }
  }
}

/** Renders a file's text. `folder` is the file's folder on the disk, `path` that folder's path on the site. */
export async function renderMarkdown(text: string, folder: string, path: string): Promise<Body> {
  const body: Body = {
    html: '',
    links: [],
    problems: [],
    warnings: [],
    hasCode: false,
    assets: new Map(),
  }
  const tokens = markdown.parse(text, { problems: body.problems })
  makeFigures(tokens)
  addHeadingIds(tokens, body)
  /** The text's first token. If it's a picture, a visitor sees it first, so it loads eagerly. */
  const top = tokens[1]?.children?.[0]
  let previous: Token | undefined
  for (const { token, line } of withLines(tokens)) {
    const problem = (message: string) => body.problems.push({ line, text: message })
    const refusal = rules[token.type]?.(token, previous)
    if (refusal) problem(refusal)
    if (token.type === 'link_open') {
      const written = String(token.attrGet('href'))
      const href = encodeAddress(absolute(written, path))
      token.attrSet('href', href)
      body.links.push({ line, written, href })
    }
    if (token.type === 'image') {
      const written = `![${token.content}](${token.attrGet('src')})`
      const loading = token === top ? 'eager' : 'lazy'
      await makePicture(token, folder, body, loading).catch(error => problem(`${written}: ${error.message}`))
    }
    if (token.type === 'fence') await highlightFence(token, line, body)
    alignByClass(token)
    previous = token
  }
  body.html = renderer.render(tokens, options, {})
  return body
}

const HERE = 'http://site.invalid'

/** Makes a link absolute that is relative to its file's folder, because the page's path may be in a different folder. */
function absolute(written: string, path: string): string {
  const url = URL.parse(written, `${HERE}${path}/`)
  if (url?.origin !== HERE || /^[/#]|^$/.test(written)) return written
  const target = url.pathname.length > 1 ? url.pathname.replace(/\/$/, '') : url.pathname
  return target + url.search + url.hash
}

/** The rules that refuse a token, by its type. */
const rules: Record<string, (token: Token, previous?: Token) => string | false> = {
  html_block: () => 'HTML is not allowed here: write Markdown',
  html_inline: ({ meta }) => meta !== OURS && 'HTML is not allowed here: write Markdown',
  link_open: token => !token.attrGet('href') && 'write the address of the link between ( and )',
  link_close: (_, previous) =>
    previous?.type === 'link_open' && 'write the words of the link between [ and ]',
  footnote: ({ content }) =>
    `${content}: footnotes aren't supported: write the note in brackets, or at the end of the page`,
}

/** Gives each heading an id. Refuses a first-level heading, and one that skips a level. */
function addHeadingIds(tokens: Token[], body: Body): void {
  let above = 1
  const ids: string[] = []
  for (const [i, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue
    const level = Number(token.tag.slice(1))
    const line = (token.map?.[0] ?? 0) + 1
    if (level === 1)
      body.problems.push({ line, text: 'headings begin at the second level, ##: the title is the first' })
    else if (level > above + 1)
      body.problems.push({
        line,
        text: `${'#'.repeat(level)} follows ${'#'.repeat(above)}: don't skip a level`,
      })
    above = level
    const words = textOf(tokens[i + 1]?.children ?? [])
    token.attrSet('id', newId(words.normalize(), ids))
  }
}

/** Matches the languages whose code has no colours on purpose. */
const PLAIN = /^(|text|txt|plain|plaintext)$/

/** Turns a code block's token into an HTML token, if Shiki knows the language. */
async function highlightFence(token: Token, line: number, body: Body): Promise<void> {
  const [language = ''] = token.info.split(/\s/)
  if (PLAIN.test(language)) return
  const code = await highlight(token.content, language.toLowerCase())
  if (code === undefined) {
    const text = `\`\`\`${language}: Shiki doesn't know this language, so the code has no colours: correct the name, or write text`
    body.warnings.push({ line, text })
    return
  }
  token.type = 'html_block'
  token.content = `<pre><code class="language-${utils.escapeHtml(language)}">${code}</code></pre>\n`
  body.hasCode = true
}

/** Turns a table cell's alignment into a class, because the policy blocks inline styles. */
function alignByClass(token: Token): void {
  const [, align] = /^text-align:(\w+)/.exec(String(token.attrGet('style'))) ?? []
  if (align) token.attrs = align === 'left' ? null : [['class', `r-${align}`]]
}

/** Marks a picture that may have a caption. */
const IN_FIGURE = { isInFigure: true }

/** Turns a paragraph that contains only a picture into a figure. */
function makeFigures(tokens: Token[]): void {
  for (const [i, { children }] of tokens.entries()) {
    const before = tokens[i - 1]
    const after = tokens[i + 1]
    const [picture, ...others] = children ?? []
    const isAlone = picture?.type === 'image' && others.length === 0
    // A list without empty lines hides its items' paragraphs.
    if (!isAlone || before?.type !== 'paragraph_open' || before.hidden) continue
    picture.meta = IN_FIGURE
    before.tag = 'figure'
    if (after) after.tag = 'figure'
  }
}

/** Turns an image's token into an HTML token, with the Picture component's markup. */
async function makePicture(
  token: Token,
  folder: string,
  body: Body,
  loading: 'eager' | 'lazy',
): Promise<void> {
  const address = String(token.attrGet('src'))
  const caption = token.attrGet('title')
  if (caption && token.meta !== IN_FIGURE)
    throw new Error(
      'only a picture in its own paragraph can have a caption: leave it out, or put empty lines around the picture',
    )
  const words = textOf(token.children ?? []).trim()
  if (!words) throw new Error('describe the picture between [ and ], or write - if it only decorates')
  const src = await pictureBeside(address, folder, body.assets)
  const element = createElement(Picture, { src, alt: words === '-' ? '' : words, loading })
  token.type = 'html_inline'
  token.content = renderToStaticMarkup(element)
  if (caption) token.content += `<figcaption>${utils.escapeHtml(String(caption))}</figcaption>`
}

/** Makes a heading's id: its words, with a number if another heading has the same words. */
function newId(text: string, ids: string[]): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['section']
  const name = words.join('-')
  let id = name
  for (let i = 2; ids.includes(id) || TAKEN_ID.test(id); i++) id = `${name}-${i}`
  ids.push(id)
  return id
}
