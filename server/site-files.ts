import { createHash } from 'node:crypto'
import { pages } from '../shared/pages.ts'
import { site } from '../shared/site.ts'
import { paths } from './paths.ts'

/** The files that are made from the page table and the company's facts, by name. */
export const siteFiles = (origin: string): Record<string, string> => ({
  'robots.txt': `User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`,
  'sitemap.xml': sitemap(origin),
  'llms.txt': llms(origin),
  '.well-known/security.txt': security(origin),
  [speculation.name]: speculation.text,
})

function sitemap(origin: string): string {
  const urls = Object.values(pages).map(({ path }) => `<url><loc>${origin}${path}</loc></url>\n`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`
}

/** What language models are told: https://llmstxt.org */
function llms(origin: string): string {
  const links = Object.values(pages).map(
    ({ path, label, description }) => `- [${label}](${origin}${path}): ${description}\n`,
  )
  return `# ${site.name}\n\n> ${site.description}\n\n## Pages\n\n${links.join('')}`
}

/** Whom to tell of a hole: RFC 9116. */
const security = (origin: string) => `Contact: mailto:${site.email}
Expires: ${site.securityExpires}
Preferred-Languages: ${site.lang}
Canonical: ${origin}/.well-known/security.txt
`

/**
 * Speculation rules: a browser prefetches the next page when its link is pointed at. Not once the page is hydrated: then a click
 * fetches no document.
 */
const rules = JSON.stringify({
  prefetch: [
    {
      source: 'document', // The default since Chrome 122: the one before complains of its absence.
      where: {
        and: [{ href_matches: paths }, { selector_matches: ':root:not([data-hydrated]) a' }],
      },
      eagerness: 'moderate',
    },
  ],
})

const hash = createHash('sha256').update(rules).digest('hex').slice(0, 8)

/** The file with the speculation rules; a browser keeps it as it keeps every asset. */
export const speculation = { name: `assets/next-${hash}.speculationrules`, text: rules }
