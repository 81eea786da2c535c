import { pages } from '../shared/pages.ts'

/** The files at the root that are made from the page table, by name. */
export function siteFiles(origin: string): Record<string, string> {
  const urls = Object.values(pages).map(({ path }) => `<url><loc>${origin}${path}</loc></url>`)
  return {
    'robots.txt': `User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`,
    'sitemap.xml': `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`,
  }
}
