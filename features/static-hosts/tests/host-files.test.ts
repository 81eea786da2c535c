// What static hosts read: _headers (Netlify, Cloudflare), _redirects, .htaccess (Apache), and a page for each former path.
import { expect, test } from 'vitest'
import { hostFiles } from '../../../scripts/write/hosts.ts'
import { documentOf } from '../../support/document-of.ts'
import { cacheControl, type ResolvedRoute } from '../../support/engine.ts'
import { facts } from '../../support/fixture-site.ts'
import { routeWith, tableOf } from '../../support/routes.ts'

const routeOf = (path: ResolvedRoute['path'], redirectFrom: ResolvedRoute['redirectFrom']) =>
  routeWith(path, path, { documentTitle: 'A & B', label: '<Label>', lang: 'ar', redirectFrom })
const company = { ...facts.company, lang: 'ar' }
const headers = { 'Content-Security-Policy': "default-src 'none'", 'X-Rate': '50% to 100%' }
const filesOf = (...routes: ResolvedRoute[]) =>
  hostFiles({ table: tableOf(routes, { company }), headers, origin: 'https://a.example' })

const { '.htaccess': htaccess = '', ...files } = filesOf(
  routeOf('/', []),
  routeOf('/team', ['/people', '/a/b.html', '/team.html', '/old.v2.php']),
)

test('a host of _headers sends the security headers with everything, and keeps the assets', () => {
  expect(files._headers).toBe(`/*
  Content-Security-Policy: default-src 'none'
  X-Rate: 50% to 100%

/assets/*
  Cache-Control: ${cacheControl('assets/a.js')}

/og/*
  Cross-Origin-Resource-Policy: cross-origin

/favicon.svg
  Cross-Origin-Resource-Policy: cross-origin

/favicon.ico
  Cross-Origin-Resource-Policy: cross-origin

/apple-touch-icon.png
  Cross-Origin-Resource-Policy: cross-origin

/.well-known/apple-app-site-association
  Content-Type: application/json
`)
})

test('a host of _redirects redirects what was a page, but not the file of a page', () => {
  // Netlify takes the rules with an exclamation mark, Cloudflare those without.
  expect(files._redirects).toBe(`/people /team 308!
/people /team 308
/a/b.html /team 308!
/a/b.html /team 308
/old.v2.php /team 308!
/old.v2.php /team 308
`)
})

test('a site without former paths has no _redirects', () => {
  expect(filesOf(routeOf('/', []))).not.toHaveProperty('_redirects')
})

test('GitHub Pages sends files whose names begin with a dot or an underscore, too', () => {
  expect(files).toMatchObject({ '.nojekyll': '' })
})

test('a host that cannot redirect has a page that does, for each former path that is no file of a page', () => {
  expect(Object.keys(files).filter(name => name.endsWith('.html'))).toEqual([
    'people.html',
    'a/b.html',
    'old.v2.php.html',
  ])
})

test('the file of a page that only a loader knows stays, where a former path has its name', () => {
  const { _redirects, ...names } = filesOf(
    routeOf('/jobs/:slug', []),
    routeOf('/about', ['/jobs/archive.html', '/us']),
  )
  expect(Object.keys(names).filter(name => name.endsWith('.html'))).toEqual(['us.html'])
  expect(_redirects).toBe('/us /about 308!\n/us /about 308\n')
})

test('the not-found page stays, where a former path has its name', () => {
  expect(filesOf(routeOf('/', ['/404.html']))).not.toHaveProperty(['404.html'])
  const inFrench = filesOf(routeOf('/', ['/fr/404']), { ...routeOf('/fr', []), home: 'fr', lang: 'fr' })
  expect(inFrench).not.toHaveProperty(['fr/404.html'])
})

test('a page that redirects to one with another canonical address names that one', () => {
  const route = { ...routeOf('/team', ['/people']), canonical: '/about' }
  const document = documentOf(filesOf(route)['people.html'])
  expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe('https://a.example/about')
})

test('a page that redirects does so without a script, in the language of the site', () => {
  const document = documentOf(files['people.html'])
  const attribute = (selector: string, name: string) => document.querySelector(selector)?.getAttribute(name)
  const link = document.querySelector('a')
  expect({
    lang: document.documentElement.lang,
    dir: document.documentElement.dir,
    title: document.title,
    refresh: attribute('meta[http-equiv=refresh]', 'content'),
    canonical: attribute('link[rel=canonical]', 'href'),
    link: { to: link?.getAttribute('href'), words: link?.textContent },
  }).toEqual({
    lang: 'ar',
    dir: 'rtl',
    title: 'A & B',
    refresh: '0; url=/team',
    canonical: 'https://a.example/team',
    link: { to: '/team', words: '<Label>' },
  })
})

test('a host of _redirects, and Apache, send the 404.html of a language below its home page', () => {
  const { _redirects, '.htaccess': rules } = filesOf({ ...routeOf('/fr', []), home: 'fr', lang: 'fr' })
  expect(_redirects).toBe('/fr/* /fr/404.html 404\n')
  expect(rules).toContain('<If "%{REQUEST_URI} =~ m#^/fr/#">\n  ErrorDocument 404 /fr/404.html\n</If>')
})

test('Apache redirects a former path', () => {
  expect(htaccess).toContain('RewriteRule ^old\\.v2\\.php/?$ /team [R=308,L]')
})

test('Apache sends the headers, with percent signs as it writes them', () => {
  expect(htaccess).toContain('Header always set X-Rate "50%% to 100%%"')
})

test('a page that redirects is in the language of the page to which it leads', () => {
  const english = filesOf({ ...routeOf('/in-english', ['/english']), lang: 'en' })
  expect(english['english.html']).toBe(`<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>A &#38; B</title>
<link rel="canonical" href="https://a.example/in-english">
<meta http-equiv="refresh" content="0; url=/in-english"></head>
<body><p><a href="/in-english">&#60;Label&#62;</a></p></body></html>
`)
})

test.each([
  { accepts: '', brotli: false, gzip: false },
  { accepts: 'gzip, deflate, br, zstd', brotli: true, gzip: true },
  { accepts: 'br;q=0, gzip', brotli: false, gzip: true },
  { accepts: 'br; q=0.000 , gzip;q=0', brotli: false, gzip: false },
  { accepts: 'br;q=0.1,gzip;q=0.5', brotli: true, gzip: true },
  { accepts: 'x-gzip, brotli', brotli: false, gzip: false },
])(
  'Apache sends to a client with Accept-Encoding "$accepts" only what it accepts',
  ({ accepts, ...sent }) => {
    // Perl's regular expressions, as Apache reads them, mean here what those of JavaScript do.
    const isSent = (encoding: string) => {
      const condition = new RegExp(`Accept-Encoding\\} (.*\\b${encoding}\\b.*)`).exec(htaccess)?.[1] ?? 'none'
      return new RegExp(condition).test(accepts)
    }
    expect({ brotli: isSent('br'), gzip: isSent('gzip') }).toEqual(sent)
  },
)
