import type { Company, Messages } from '../site.ts'

export const company: Company = {
  name: 'Acme Software',
  legalName: 'Acme Software Ltd',
  address: ['12 Example Street', 'Dublin 2, Ireland'],
  tagline: 'Your on-demand development team',
  description:
    'An on-demand development team that builds data-driven software for small and medium businesses and for consumers.',
  // Optional, below the address in the footer: phone: '+353 1 555 0100',
  email: 'no-reply@example.com',
  origin: 'https://www.example.com',
  lang: 'en',
  members: { path: '/members', label: 'Members' },
  mark: 'mark.svg',
}

export const messages: Messages = {
  skipLink: 'Skip to content',
  menuButton: 'Menu',
  closeMenu: 'Close menu',
  copy: 'Copy the address',
  copied: 'Copied',
  selected: 'The address is selected',
  navigation: { header: 'Main', mobile: 'Mobile', footer: 'Footer' },
  notFound: {
    label: 'Page not found',
    description: 'There is no page at this address.',
    link: 'Go to the home page',
  },
  failed: {
    label: 'Something went wrong',
    description: 'We couldn’t show this page. The fault is ours.',
    link: 'Start again from the home page',
  },
}
