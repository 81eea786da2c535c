import { join } from 'node:path'
import MarkdownIt, { type Token } from 'markdown-it'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Picture } from '../../shared/ui/picture.tsx'
import { assetOf } from './pictures.ts'

/** Something at a line of a text. */
export interface At {
  line: number
  text: string
}

/** What a text in Markdown is made into. */
export interface Body {
  html: string
  /** The ids of its headings. */
  ids: string[]
  /** Where its links lead. */
  links: At[]
  problems: At[]
  /** The files of its pictures, in which they came and in which they are sent: the latter by their name in /assets/. */
  pictures: string[]
  assets: Map<string, Uint8Array>
}

/** The ids of the layout. */
const TAKEN = ['main', 'menu']

/** CommonMark with GFM's tables. HTML is on only so that it can be refused with its line. */
const markdown = new MarkdownIt({ html: true })
const { renderer, options, utils } = markdown

/** A table that is too wide scrolls in itself, also by keyboard. Its name is that of its columns. */
renderer.rules.table_open = (tokens, index) => {
  const end = tokens.findIndex(({ type }, i) => i > index && type === 'thead_close')
  const columns = tokens.slice(index, end).flatMap(({ children }) => (children ? textOf(children) : []))
  return `<div class="table" role="group" aria-label="${utils.escapeHtml(columns.join(', '))}" tabindex="0"><table>`
}
renderer.rules.table_close = () => '</table></div>'

const textOf = (tokens: Token[]) => renderer.renderInlineAsText(tokens, options, {})

/** Every token with its line. */
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

/** Renders a text whose pictures are in a folder. */
export async function renderMarkdown(text: string, folder: string): Promise<Body> {
  const body: Body = { html: '', ids: [], links: [], problems: [], pictures: [], assets: new Map() }
  const tokens = markdown.parse(text, {})
  makeFigures(tokens)
  let above = 1
  let heading: Token | undefined
  for (const { token, line } of withLines(tokens)) {
    const problem = (message: string) => body.problems.push({ line, text: message })
    if (token.type.startsWith('html_')) problem('HTML is not allowed here: write Markdown')
    if (token.type === 'link_open') body.links.push({ line, text: String(token.attrGet('href')) })
    if (token.type === 'image') {
      await makePicture(token, folder, body).catch(error =>
        problem(`the picture ${token.attrGet('src')}: ${error.message}`),
      )
    }
    if (token.type === 'heading_open') {
      const level = Number(token.tag.slice(1))
      if (level === 1) problem('headings begin at the second level, ##: the title is the first')
      else if (level > above + 1)
        problem(`${'#'.repeat(level)} follows ${'#'.repeat(above)}: leave no level out`)
      above = level
      heading = token
    } else if (heading && token.children) {
      heading.attrSet('id', newId(textOf(token.children), body.ids))
      heading = undefined
    }
    // The policy allows no inline style.
    const [, align] = /^text-align:(\w+)/.exec(String(token.attrGet('style'))) ?? []
    if (align) token.attrs = align === 'left' ? null : [['class', align]]
  }
  body.html = renderer.render(tokens, options)
  return body
}

/** Makes a figure of a paragraph that holds a picture and nothing else. */
function makeFigures(tokens: Token[]): void {
  for (const [i, { children }] of tokens.entries()) {
    const [before, after] = [tokens[i - 1], tokens[i + 1]]
    if (children?.length !== 1 || children[0]?.type !== 'image' || before?.type !== 'paragraph_open') continue
    for (const token of [before, after]) if (token) token.tag = 'figure'
  }
}

/** Makes the token of an image one of HTML, with the markup of the component of pictures. */
async function makePicture(token: Token, folder: string, body: Body): Promise<void> {
  const file = join(folder, decodeURI(String(token.attrGet('src'))))
  body.pictures.push(file)
  const { value, files } = await assetOf(file)
  if (typeof value === 'string') throw new Error('is no picture')
  for (const [name, content] of files) body.assets.set(name, content)
  const caption = token.attrGet('title')
  token.type = 'html_inline'
  token.content =
    renderToStaticMarkup(createElement(Picture, { src: value, alt: textOf(token.children ?? []) })) +
    (caption ? `<figcaption>${utils.escapeHtml(String(caption))}</figcaption>` : '')
}

/** The id of a heading: its words, and a number where another heading has the same. */
function newId(text: string, ids: string[]): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['section']
  const name = words.join('-')
  let id = name
  for (let i = 2; ids.includes(id) || TAKEN.includes(id); i++) id = `${name}-${i}`
  ids.push(id)
  return id
}
