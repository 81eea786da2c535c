import { transform } from 'lightningcss'
import { documentOf } from './document-of.ts'

// What a build has made, printed to be read: in lines, and without what each build names anew.

/** A stylesheet that was minified, one declaration a line. */
export function printedStyle(minified: string): string {
  const code = Buffer.from(minified.replace(/\.\w{6}_(?=\w)/g, '.')) // Without the hashes of CSS modules.
  const printed = `${transform({ filename: 'site.css', code, minify: false }).code}`
  return withoutHashes(printed.replace(SHORTHAND, longhandsOf))
}

/** Of a start and an end. Minifying makes one declaration of both, but not where a value has a var(). */
const SHORTHAND = /^( *(?:inset|(?:scroll-)?(?:margin|padding))-(?:block|inline)): (.*);$/gm
const COMPONENTS = /(?:[^\s()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+/g

function longhandsOf(_: string, property: string, value: string): string {
  const [start = '', end = start] = value.match(COMPONENTS) ?? []
  return `${property}-start: ${start};\n${property}-end: ${end};`
}

/** The tags of a page's head, then its words with their links, then its classes. */
export function printedPage(html: string): string {
  const { documentElement, head, body } = documentOf(html)
  const tags = [documentElement, ...head.children].map(tagOf)
  const lines = wordsOf(body)
    .split('\n')
    .map(line => line.trim())
  const classes = [...body.querySelectorAll('[class]')].flatMap(({ classList }) => [...classList])
  const parts = [
    tags,
    lines.filter(line => line !== '' && line !== '-'),
    [`classes: ${[...new Set(classes)].sort().join(' ')}`],
  ]
  return withoutHashes(parts.map(part => `${part.join('\n')}\n`).join('\n'))
}

/** A start tag, and what stands in it where somebody reads that. */
function tagOf({ localName, attributes, textContent }: Element): string {
  const written = Array.from(attributes, ({ name, value }) => ` ${name}="${value}"`)
  const isRead = localName === 'title' || written.includes(' type="application/ld+json"')
  return `<${localName}${written.join('')}>${isRead ? `${textContent}</${localName}>` : ''}`
}

const UNREAD = /^(script|style|svg|template)$/
const IN_A_LINE = /^(a|abbr|b|cite|code|em|i|img|kbd|mark|picture|small|span|strong|sub|sup|time)$/
const MARKS: Record<string, string> = { h1: '# ', h2: '## ', h3: '### ', li: '- ' }

/** The words of each block in a line, with [links](/address), and in parentheses what is said and not seen. */
function wordsOf(element: Element): string {
  const { localName } = element
  if (UNREAD.test(localName)) return ''
  const name = element.getAttribute('aria-label') ?? element.getAttribute('alt')
  const inside = Array.from(element.childNodes, node => {
    if (node.nodeType === node.ELEMENT_NODE) return wordsOf(node as Element)
    return node.nodeType === node.TEXT_NODE ? node.textContent?.replace(/\s+/g, ' ') : ''
  })
  const words = (name ? `(${name})` : '') + inside.join('')
  if (localName === 'a') return `[${words}](${element.getAttribute('href')})`
  return IN_A_LINE.test(localName) ? words : `\n${MARKS[localName] ?? ''}${words}\n`
}

/** Assets are named by a hash of what is in them, and the policy names the hash of each script and style. */
const withoutHashes = (text: string) =>
  text
    .replace(/(\/assets\/[\w.-]+?)-([\dA-Z]{8}|[\da-f]{10})(?=[-.])/g, '$1')
    .replace(/'sha256-[^']+'/g, "'sha256-…'")
    .replace(/ data-version="[^"]*"/g, '')
