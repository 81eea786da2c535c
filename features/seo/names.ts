// The files that this feature makes, by their names in dist/.

export const ROBOTS_FILE = 'robots.txt'
export const SITEMAP_FILE = 'sitemap.xml'
