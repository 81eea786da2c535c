/**
 * The company's facts: the first file that a new owner edits.
 * `origin` is the site's public address without a trailing slash; the variable SITE_ORIGIN overrides it.
 */
export const site = {
  name: 'Acme Software',
  tagline: 'Your on-demand development team',
  description:
    'An on-demand development team that builds data-driven software for small and medium businesses and for consumers.',
  email: 'no-reply@example.com',
  origin: 'https://www.example.com',
  /** The year of the copyright notice. A fact, not a clock: a page means the same whenever and wherever it is read. */
  year: 2026,
  /** Until when security.txt may be trusted. The build warns two months before, and refuses afterwards. */
  securityExpires: '2027-11-01T00:00:00Z',
  /** Where the members' application will live. It has no page here, so its links ask the server for a document. */
  members: { path: '/members', label: 'Members' },
} as const
