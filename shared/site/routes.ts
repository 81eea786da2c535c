import type { Routes } from '../site.ts'
import { company } from './company.ts'

/** The route table: every page except those in content/. Routes, menus, files and tests are derived from it. */
export const routes = {
  home: {
    path: '/',
    title: company.tagline,
    description: company.description,
    label: 'Home',
    menus: { header: 1 },
    hydrate: 'interaction',
  },
  about: {
    path: '/about',
    title: 'About',
    description: `${company.name} is an on-demand development team. We join you for as long as there is something worth building.`,
    label: 'About',
    menus: { header: 2, footer: 2 },
    hydrate: 'interaction',
  },
  contact: {
    path: '/contact',
    title: 'Contact',
    description: `Write to ${company.name}, an on-demand development team, at ${company.email}.`,
    label: 'Contact',
    menus: { header: 3, footer: 3 },
    hydrate: 'interaction',
  },
  privacy: {
    path: '/privacy',
    title: 'Privacy Policy',
    description: 'This site sets no cookies, loads nothing from third parties and keeps no profile of you.',
    label: 'Privacy',
    menus: { header: 4, footer: 1 },
    hydrate: 'interaction',
  },
} as const satisfies Routes
