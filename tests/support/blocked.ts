import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** What a policy has for these words. */
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

/** The policy of a page twice: that of the header, and that of the page itself, for hosts without our headers. */
export function policiesOf({ document, headers }: Page) {
  const meta = document.querySelector('meta[http-equiv=Content-Security-Policy]')
  return {
    header: directivesOf(String(headers['content-security-policy'] ?? '')),
    meta: directivesOf(meta?.getAttribute('content') ?? ''),
  }
}

/** Data is never run, and needs no hash: https://html.spec.whatwg.org/#data-block */
const INLINE = 'style, script:not([src], [type="application/ld+json"], [type="application/json"])'

/** The styles and scripts that stand in a page, each with what a policy must have to allow it. */
export const inlineIn = ({ document }: Pick<Page, 'document'>) =>
  Array.from(document.querySelectorAll(INLINE), element => ({
    directive: element.localName === 'style' ? 'style-src' : 'script-src',
    hash: hashOf(element.textContent ?? ''),
    html: element.outerHTML,
  }))

/** What a browser would leave out of a page, because the policy of the header or of the page does not allow it. */
export function blockedIn(page: Page): string[] {
  const blocked: string[] = []
  const inline = inlineIn(page)
  for (const [place, policy] of Object.entries(policiesOf(page)))
    for (const { directive, hash, html } of inline)
      if (!policy[directive]?.split(' ').includes(hash)) blocked.push(`${place}: ${html.slice(0, 100)}`)
  // No hash allows a style or a handler that is an attribute.
  for (const element of page.document.querySelectorAll('*'))
    for (const name of element.getAttributeNames())
      if (name === 'style' || name.startsWith('on')) blocked.push(`${name} of <${element.localName}>`)
  return blocked
}
