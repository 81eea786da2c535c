import { site } from './site.ts'

/** --paper of the tokens in both schemes, for what a browser paints around the page. A test compares them. */
export const paper = { light: '#f9fafb', dark: '#0c0e12' }

/** The web manifest, by which a phone puts the site among its applications. */
export const manifest = {
  name: site.name,
  description: site.description,
  lang: site.lang,
  start_url: '/',
  display: 'browser',
  background_color: paper.light,
  theme_color: paper.light,
  icons: [
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
}
