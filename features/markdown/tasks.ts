import type { MarkdownIt, StateCore } from 'markdown-it'

/** Marks HTML that comes from this feature and not from an author. */
export const OURS = { isOurs: true }

/** Turns [ ] or [x] at the start of a list item into a checkbox, as GFM does. Visitors can't change it. */
export function addTasks(markdown: MarkdownIt): void {
  markdown.core.ruler.before('text_join', 'tasks', makeTasks)
}

function makeTasks({ tokens, Token }: StateCore): void {
  const htmlToken = (html: string) =>
    Object.assign(new Token('html_inline', '', 0), { content: html, meta: OURS })
  for (const [i, { children }] of tokens.entries()) {
    const item = tokens[i - 2]
    const [first] = children ?? []
    const [mark] = /^\[[ xX]\] /.exec(first?.content ?? '') ?? []
    if (!children || !first || !mark || first.type !== 'text' || item?.type !== 'list_item_open') continue
    item.attrSet('class', 'r-task')
    first.content = first.content.slice(mark.length)
    const checked = mark === '[ ] ' ? '' : ' checked'
    children.unshift(htmlToken(`<label><input type="checkbox" disabled${checked}> <span>`))
    children.push(htmlToken('</span></label>'))
  }
}
