/** The company's facts: the first file that a new owner edits. */
interface Company {
  name: string
  tagline: string
  description: string
  email: string
  /** The site's public address without a trailing slash. The variable SITE_ORIGIN overrides it. */
  origin: string
  /** The language of every page, as in RFC 5646. Browsers hyphenate and screen readers pronounce by it. */
  lang: string
  /** Optional: a link in the menu of small screens to an application that is not part of this site. */
  members?: { path: `/${string}`; label: string }
}

export const company: Company = {
  name: 'Acme Software',
  tagline: 'Your on-demand development team',
  description:
    'An on-demand development team that builds data-driven software for small and medium businesses and for consumers.',
  email: 'no-reply@example.com',
  origin: 'https://www.example.com',
  lang: 'en',
  members: { path: '/members', label: 'Members' },
}

/** Whether a language is written from right to left, by its first subtag. */
export const isRightToLeft = (lang: string) => /^(ar|arc|ckb|dv|fa|he|ks|ps|sd|ug|ur|yi)\b/.test(lang)

/** The texts of the layout. Those of `navigation` are read by screen readers only. */
export const labels = {
  skipLink: 'Skip to content',
  menuButton: 'Menu',
  copy: 'Copy the address',
  copied: 'Copied',
  unpublished: 'Not published yet',
  footnotes: 'Footnotes',
  backToText: 'Back to the text',
  navigation: { header: 'Main', mobile: 'Mobile', footer: 'Footer' },
} as const

/** In characters: what search results show of a title. */
export const LONGEST_TITLE = 60

/** The title of a document: the page's own title, with the company's name where there is room for both. */
export function titleOf(title: string, path?: string): string {
  const whole = path === '/' ? `${company.name}: ${title}` : `${title} | ${company.name}`
  return whole.length > LONGEST_TITLE ? title : whole
}

/** The page for an address without a page. */
export const notFound = {
  label: 'Page not found',
  title: titleOf('Page not found'),
  description: 'There is no page at this address.',
}

/** The page for one that cannot be rendered. */
export const failed = {
  label: 'Something went wrong',
  title: titleOf('Something went wrong'),
  description: 'The page could not be shown. The error is ours, and it has been logged.',
}
