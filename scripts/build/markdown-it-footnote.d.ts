declare module 'markdown-it-footnote' {
  export default function footnotes(markdown: import('markdown-it').MarkdownIt): void
}
