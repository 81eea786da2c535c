import { join } from 'node:path'
import MarkdownIt, { type Token } from 'markdown-it'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Picture } from '../../shared/ui/picture.tsx'
import { Video } from '../../shared/ui/video.tsx'
import { absolute, decoded } from '../check/link-checks.ts'
import { type Definitions, footnotes, unusedFootnotes } from './footnotes.ts'
import { assetOf } from './pictures.ts'
import { typosIn } from './typos.ts'

export type At = { line: number; text: string }

export interface Body {
  html: string
  ids: string[]
  /** Its links as they are written, and as the page has them. */
  links: (At & { href: string })[]
  problems: At[]
  /** The files of its pictures and videos, by their name in /assets/. */
  assets: Map<string, Uint8Array>
}

/** The ids of the layout and of footnotes. */
const TAKEN = /^(main|menu|fn\d+|fnref\d+)$/

/** CommonMark with GFM's tables, and footnotes. HTML is on only so that it can be refused with its line. */
const markdown = new MarkdownIt({ html: true }).use(footnotes)
markdown.disable('text_join') // Escaped characters stay apart for the search for typos.
const { renderer, options, utils } = markdown
const encoded = markdown.normalizeLink
markdown.normalizeLink = address => address // Messages show what is written.

/** A table that is too wide scrolls in itself, also by keyboard. Its name is that of its columns. */
renderer.rules.table_open = (tokens, index) => {
  const end = tokens.findIndex(({ type }, i) => i > index && type === 'thead_close')
  const columns = tokens.slice(index, end).flatMap(({ children }) => (children ? textOf(children) : []))
  return `<div class="table" role="group" aria-label="${utils.escapeHtml(columns.join(', '))}" tabindex="0"><table>`
}
renderer.rules.table_close = () => '</table></div>'

const textOf = (tokens: Token[]) => renderer.renderInlineAsText(tokens, options, {})

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

/** Renders the text of a file in a folder, whose pages are below `path`. */
export async function renderMarkdown(text: string, folder: string, path: string): Promise<Body> {
  const body: Body = { html: '', ids: [], links: [], problems: [], assets: new Map() }
  const env: Definitions = {}
  const tokens = markdown.parse(text, env)
  body.problems.push(...unusedFootnotes(text, env))
  makeFigures(tokens)
  let above = 1
  let heading: Token | undefined
  let before = ''
  for (const { token, line } of withLines(tokens)) {
    const problem = (message: string) => body.problems.push({ line, text: message })
    if (token.children) body.problems.push(...typosIn(token.children, line))
    if (token.type.startsWith('html_')) problem('HTML is not allowed here: write Markdown')
    if (token.type === 'text_special') token.type = 'text'
    if (token.type === 'link_open') {
      const written = String(token.attrGet('href'))
      const href = encoded(absolute(written, path))
      token.attrSet('href', href)
      body.links.push({ line, text: written, href })
      if (!written) problem('write the address of the link between ( and )')
    }
    if (before === 'link_open' && token.type === 'link_close')
      problem('write the words of the link between [ and ]')
    before = token.type
    if (token.type === 'image') {
      const written = `![${token.content}](${token.attrGet('src')})`
      await makeMedia(token, folder, body).catch(error => problem(`${written}: ${error.message}`))
    }
    if (token.type === 'heading_open') {
      const level = Number(token.tag.slice(1))
      if (level === 1) problem('headings begin at the second level, ##: the title is the first')
      else if (level > above + 1)
        problem(`${'#'.repeat(level)} follows ${'#'.repeat(above)}: leave no level out`)
      above = level
      heading = token
    } else if (heading && token.children) {
      heading.attrSet('id', newId(textOf(token.children).normalize(), body.ids))
      heading = undefined
    }
    // The policy allows no inline style.
    const [, align] = /^text-align:(\w+)/.exec(String(token.attrGet('style'))) ?? []
    if (align) token.attrs = align === 'left' ? null : [['class', align]]
  }
  body.html = renderer.render(tokens, options, env)
  return body
}

/** Makes a figure of a paragraph that holds a picture or video and nothing else. */
function makeFigures(tokens: Token[]): void {
  for (const [i, { children }] of tokens.entries()) {
    const [before, after] = [tokens[i - 1], tokens[i + 1]]
    if (children?.length !== 1 || children[0]?.type !== 'image' || before?.type !== 'paragraph_open') continue
    for (const token of [before, after]) if (token) token.tag = 'figure'
  }
}

/** Makes the token of an image one of HTML, with the markup of the component of pictures or videos. */
async function makeMedia(token: Token, folder: string, body: Body): Promise<void> {
  const address = String(token.attrGet('src'))
  if (/^(\w+:|\/)/.test(address)) throw new Error('put the file beside the text, and write ./ and its name')
  const words = textOf(token.children ?? []).trim()
  if (!words) throw new Error('write between [ and ] what it shows, or - where it only decorates')
  const file = join(folder, decoded(address).replaceAll('\\', '/'))
  const { kind, value, files } = await assetOf(file)
  if (kind === 'file') throw new Error('this is neither a picture nor a video: write a link, without the !')
  if (kind === 'video' && words === '-') throw new Error('write between [ and ] what the video shows')
  for (const [name, content] of files) body.assets.set(name, content)
  const element =
    kind === 'video'
      ? createElement(Video, { src: value, label: words })
      : createElement(Picture, { src: value, alt: words === '-' ? '' : words })
  const caption = token.attrGet('title')
  token.type = 'html_inline'
  token.content =
    renderToStaticMarkup(element) +
    (caption ? `<figcaption>${utils.escapeHtml(String(caption))}</figcaption>` : '')
}

/** The id of a heading: its words, and a number where another heading has the same. */
function newId(text: string, ids: string[]): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['section']
  const name = words.join('-')
  let id = name
  for (let i = 2; ids.includes(id) || TAKEN.test(id); i++) id = `${name}-${i}`
  ids.push(id)
  return id
}
