import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** The hash source of a text in a policy. */
export const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The sources of each directive of a policy. */
function directivesOf(policy: string): Record<string, string> {
  const directives: Record<string, string> = {}
  for (const directive of policy.split(';')) {
    const [name = '', ...sources] = directive.trim().split(' ')
    directives[name] = sources.join(' ')
  }
  return directives
}

/** A page with the headers of its response. */
interface Page {
  document: Document
  headers: IncomingHttpHeaders
}

/** Both policies of a page: the header's, and the one in the page, for hosts without our headers. */
export function policiesOf({ document, headers }: Page) {
  const meta = document.querySelector('meta[http-equiv=Content-Security-Policy]')
  return {
    header: directivesOf(String(headers['content-security-policy'] ?? '')),
    meta: directivesOf(meta?.getAttribute('content') ?? ''),
  }
}

/** A data block never runs, and needs no hash: https://html.spec.whatwg.org/#data-block */
const INLINE = 'style, script:not([src], [type="application/ld+json"], [type="application/json"])'

/** The inline styles and scripts of a page, each with the hash that a policy needs to allow it. */
export const inlineIn = ({ document }: Pick<Page, 'document'>) =>
  Array.from(document.querySelectorAll(INLINE), element => ({
    directive: element.localName === 'style' ? 'style-src' : 'script-src',
    hash: hashOf(element.textContent ?? ''),
    html: element.outerHTML,
  }))

/** The parts of a page that a browser would block, because the header's policy or the page's doesn't allow them. */
export function blockedIn(page: Page): string[] {
  const blocked: string[] = []
  const inline = inlineIn(page)
  for (const [place, policy] of Object.entries(policiesOf(page)))
    for (const { directive, hash, html } of inline)
      if (!policy[directive]?.split(' ').includes(hash)) blocked.push(`${place}: ${html.slice(0, 100)}`)
  // Hashes don't allow style attributes or event handlers.
  for (const element of page.document.querySelectorAll('*'))
    for (const name of element.getAttributeNames())
      if (name === 'style' || name.startsWith('on')) blocked.push(`${name} of <${element.localName}>`)
  return blocked
}
