import type { Env, MarkdownIt, Token } from 'markdown-it'
import plugin from 'markdown-it-footnote'
import { labels } from '../../shared/company.ts'
import type { At } from './markdown.ts'

/** Footnotes as [^1], with names for screen readers: https://www.w3.org/TR/dpub-aria-1.1/ */
export function footnotes(markdown: MarkdownIt): void {
  markdown.use(plugin).disable('footnote_inline')
  const { renderer, utils } = markdown
  renderer.rules.footnote_block_open = () =>
    `<section class="footnotes" role="doc-endnotes" aria-label="${utils.escapeHtml(labels.footnotes)}"><ol>`
  renderer.rules.footnote_ref = (tokens, i) => {
    const { number, place } = numberOf(tokens[i])
    return `<sup><a href="#fn${number}" id="fnref${place}" role="doc-noteref">${number}</a></sup>`
  }
  renderer.rules.footnote_anchor = (tokens, i) => {
    const { place } = numberOf(tokens[i])
    const name = utils.escapeHtml(`${labels.backToText}, ${place}`)
    return ` <a href="#fnref${place}" role="doc-backlink" aria-label="${name}">↩\uFE0E</a>`
  }
}

function numberOf(token?: Token) {
  const number = Number(token?.meta?.id) + 1
  return { number, place: token?.meta?.subId ? `${number}:${token.meta.subId}` : `${number}` }
}

/** What a text defines: footnotes by their name after a colon, -1 where nothing refers to one. */
export interface Definitions extends Env {
  footnotes?: { refs: Record<string, number> }
}

/** The footnotes to which nothing refers: they would be lost. */
export const unusedFootnotes = (text: string, { footnotes }: Definitions): At[] =>
  Object.entries(footnotes?.refs ?? {}).flatMap(([key, place]) => {
    const name = key.replace(':', '^')
    const line = text.slice(0, text.indexOf(`[${name}]:`)).split('\n').length
    return place < 0
      ? { line, text: `nothing refers to [${name}]: write [${name}] where it belongs, too` }
      : []
  })
