// The names in dist/ of the files that this feature generates.

export const ROBOTS_FILE = 'robots.txt'
export const SITEMAP_FILE = 'sitemap.xml'
