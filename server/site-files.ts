import { createHash } from 'node:crypto'
import { type Page, pages } from '../shared/pages.ts'
import { site } from '../shared/site.ts'
import type { Table } from '../shared/table.ts'

/** The files that are made from the page table and the company's facts, by name. */
export const siteFiles = (table: Table, origin: string): Record<string, string> => ({
  'robots.txt': `User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`,
  'sitemap.xml': sitemap(table, origin),
  'llms.txt': llms(table, origin),
  '.well-known/security.txt': security(origin),
  [speculation.name]: speculation.text,
})

function sitemap({ rows }: Table, origin: string): string {
  const urls = rows.map(({ path }) => `<url><loc>${origin}${path}</loc></url>\n`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`
}

/** What language models are told: https://llmstxt.org */
function llms({ rows }: Table, origin: string): string {
  const links = rows.map(({ path, label, description }) => `- [${label}](${origin}${path}): ${description}\n`)
  return `# ${site.name}\n\n> ${site.description}\n\n## Pages\n\n${links.join('')}`
}

/** Whom to tell of a hole: RFC 9116. */
const security = (origin: string) => `Contact: mailto:${site.email}
Expires: ${site.securityExpires}
Preferred-Languages: ${site.lang}
Canonical: ${origin}/.well-known/security.txt
`

/**
 * Speculation rules: a browser prefetches the next document when its link is pointed at. Not where a click fetches none:
 * on the way from one page of the browser to another, once the page is hydrated.
 */
const browserPaths = Object.values<Page>(pages).flatMap(({ path, server }) => (server ? [] : path))

const rules = JSON.stringify({
  prefetch: [
    {
      source: 'document', // The default since Chrome 122: the one before complains of its absence.
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: ['/*.*', '/api/*', site.members.path] } },
          {
            or: [
              { not: { href_matches: browserPaths } },
              { selector_matches: ':root:not([data-hydrated]) a' },
            ],
          },
        ],
      },
      eagerness: 'moderate',
    },
  ],
})

const hash = createHash('sha256').update(rules).digest('hex').slice(0, 8)

/** The file with the speculation rules; a browser keeps it as it keeps every asset. */
export const speculation = { name: `assets/next-${hash}.speculationrules`, text: rules }
