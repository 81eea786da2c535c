import { company } from './company.ts'

/** The web manifest, by which a phone puts the site among its applications. `paper` is the colour around the page. */
export const createManifest = (paper: string) => ({
  name: company.name,
  description: company.description,
  lang: company.lang,
  start_url: '/',
  display: 'browser',
  background_color: paper,
  theme_color: paper,
  icons: [
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
})
