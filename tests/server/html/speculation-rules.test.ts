// Which pages a browser prefetches before a click: https://developer.mozilla.org/docs/Web/API/Speculation_Rules_API
import supertest from 'supertest'
import { describe, expect, test } from 'vitest'
import { documentOf } from '../../support/document-of.ts'
import { origin, siteOf } from '../../support/fixture-site.ts'

const live = supertest(await siteOf())

/** A condition of speculation rules: https://html.spec.whatwg.org/#document-rule-predicate */
interface Condition {
  and?: Condition[]
  or?: Condition[]
  not?: Condition
  href_matches?: string | string[]
  selector_matches?: string
}

function isTrue(condition: Condition, link: HTMLAnchorElement): boolean {
  const { and, or, not, href_matches: patterns, selector_matches: selector } = condition
  if (and) return and.every(each => isTrue(each, link))
  if (or) return or.some(each => isTrue(each, link))
  if (not) return !isTrue(not, link)
  if (patterns) return [patterns].flat().some(pattern => new URLPattern(pattern, origin).test(link.href))
  return selector !== undefined && link.matches(selector)
}

describe('the speculation rules', async () => {
  const { text } = await live.get('/').expect(200)
  const rules = JSON.parse(documentOf(text).querySelector('script[type=speculationrules]')?.textContent ?? '')

  /** Whether the browser prefetches a link's target. */
  function isPrefetched(href: string, isHydrated: boolean): boolean {
    const document = documentOf(`<base href="${origin}"><a href="${href}">`)
    document.documentElement.toggleAttribute('data-hydrated', isHydrated)
    const link = document.querySelector('a') as HTMLAnchorElement
    return rules.prefetch.some(({ where }: { where: Condition }) => isTrue(where, link))
  }

  test.each([
    { to: 'a hydrated page', href: '/leistungen', before: true, after: false },
    { to: 'the home page', href: '/', before: true, after: false },
    { to: "a page with hydrate: 'never'", href: '/anfrage/gesendet', before: true, after: true },
    { to: 'a file', href: '/Preisliste%20f%C3%BCr%20Gr%C3%B6%C3%9Fen.pdf', before: false, after: false },
    { to: 'an endpoint', href: '/api/status', before: false, after: false },
    { to: "the members' application", href: '/mitglieder', before: false, after: false },
    { to: 'another site', href: 'https://www.example.com/', before: false, after: false },
  ])('prefetch a link to $to: $before before hydration, $after after it', ({ href, before, after }) => {
    expect({ before: isPrefetched(href, false), after: isPrefetched(href, true) }).toEqual({ before, after })
  })

  test('prefetch on hover, and never prerender', () => {
    // Chrome 121 and older warn about a rule without a source.
    const rule = { source: 'document', where: expect.anything(), eagerness: 'moderate' }
    expect(rules).toEqual({ prefetch: [rule] })
  })
})
