// At whatever address a static host sends a page, it stays what its HTML says, and its links work: docs/hosting.md.
import { stayOnHosts } from './support/static-host-visit.ts'

stayOnHosts([
  { at: '/leistungen.html', path: '/leistungen' },
  { at: '//leistungen', path: '/leistungen' },
  { at: '/Leistungen', path: '/leistungen' }, // By the script of 404.html.
  { at: '/index.html', path: '/' },
  { at: '/ueber-uns/team.html', path: '/ueber-uns/team' },
])
