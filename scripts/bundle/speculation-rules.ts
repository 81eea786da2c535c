import type { Company } from '../../shared/site.ts'

/**
 * The speculation rules: a browser prefetches a document when its link is hovered. Links between hydrated pages are excluded once
 * the page is hydrated, because a click then requests no document.
 * https://developer.mozilla.org/docs/Web/API/Speculation_Rules_API
 */
export function speculationRules(hydratedPaths: readonly string[], company: Company): string {
  const members = company.members ? [company.members.path] : []
  const and = [
    { href_matches: '/*' },
    { not: { href_matches: ['/*.*', '/api/*', ...members] } },
    {
      or: [{ not: { href_matches: hydratedPaths } }, { selector_matches: ':root:not([data-hydrated]) a' }],
    },
  ]
  // "document" is the default since Chrome 122; earlier versions warn without it.
  return JSON.stringify({ prefetch: [{ source: 'document', where: { and }, eagerness: 'moderate' }] })
}
