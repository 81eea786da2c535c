/**
 * The company's facts: the first file that a new owner edits.
 * `origin` is the site's public address without a trailing slash; the variable SITE_ORIGIN overrides it.
 */
export const company = {
  name: 'Acme Software',
  tagline: 'Your on-demand development team',
  description:
    'An on-demand development team that builds data-driven software for small and medium businesses and for consumers.',
  email: 'no-reply@example.com',
  origin: 'https://www.example.com',
  /** The language of every page, as in RFC 5646: it also decides how long words are hyphenated. */
  lang: 'en',
  /** Until when security.txt is valid. The build warns from two months before. */
  securityExpires: '2027-11-01T00:00:00Z',
  /** Where the members' application will live. It has no page here, so its links ask the server for a document. */
  members: { path: '/members', label: 'Members' },
} as const

/** Whether the language of the pages is written from right to left, by its first subtag. */
export const isRightToLeft = /^(ar|arc|ckb|dv|fa|he|ks|ps|sd|ug|ur|yi)\b/.test(company.lang)

/** The words of the layout. A screen reader says those of `navigation`; a visitor sees the others. */
export const words = {
  skipLink: 'Skip to content',
  menuButton: 'Menu',
  copy: 'Copy the address',
  copied: 'Copied',
  navigation: { header: 'Main', mobile: 'Mobile', footer: 'Footer' },
} as const

/** What stands in place of a page that does not exist. */
export const notFound = {
  label: 'Page not found',
  title: `Page not found | ${company.name}`,
  description: 'There is no page at this address.',
}

/** What stands in place of a page that cannot be rendered. */
export const failed = {
  label: 'Something went wrong',
  title: `Something went wrong | ${company.name}`,
  description: 'The page could not be shown. The fault is ours, and it has been noted.',
}
