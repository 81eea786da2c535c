// The files that static hosts read: _headers and _redirects (Netlify, Cloudflare), .htaccess (Apache).
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { problemsOf } from '../../../tests/support/checked-site.ts'
import { cacheControl, type ResolvedRoute, type RouteTable } from '../../../tests/support/engine.ts'
import { dist, listen, manifest, origin, program, siteOf } from '../../../tests/support/fixture-site.ts'
import { request } from '../../../tests/support/http.ts'
import { routeWith, tableOf, tableWithFrench } from '../../../tests/support/routes.ts'
import { staticHosts } from '../build.ts'

const headers = { 'Content-Security-Policy': "default-src 'none'", 'X-Rate': '50% to 100%' }

/** The files for a site with these routes and redirects. */
const filesOf = (routes: readonly ResolvedRoute[], redirects: RouteTable['redirects'] = []) =>
  filesOfTable({ ...tableOf(routes), redirects })

function filesOfTable(table: RouteTable) {
  const embeddable = ['pictures/', 'favicon.ico']
  return staticHosts.hostFiles?.({ table, headers, embeddable, origin }) ?? {}
}

const { '.htaccess': htaccess = '', ...files } = filesOf(
  [routeWith('home', '/'), routeWith('team', '/team'), routeWith('job', '/jobs/:slug')],
  [
    ['/people', '/team'],
    ['/a/b.html', '/team'],
    ['/team.html', '/team'],
    ['/jobs/archive.html', '/team'],
    ['/old.v2.php', '/team'],
  ],
)

test('_headers sets security headers for every path, caches assets, and allows embedding', () => {
  expect(files._headers).toBe(`/*
  Content-Security-Policy: default-src 'none'
  X-Rate: 50% to 100%

/assets/*
  Cache-Control: ${cacheControl('assets/a.js')}

/pictures/*
  Cross-Origin-Resource-Policy: cross-origin

/favicon.ico
  Cross-Origin-Resource-Policy: cross-origin

/.well-known/apple-app-site-association
  Content-Type: application/json
`)
})

test('_redirects redirects old paths, but not the files of pages', () => {
  // Netlify uses the rules with an exclamation mark, Cloudflare the rules without.
  expect(files._redirects).toBe(`/people /team 308!
/people /team 308
/a/b.html /team 308!
/a/b.html /team 308
/old.v2.php /team 308!
/old.v2.php /team 308
`)
})

test('a site without redirects has no _redirects', () => {
  expect(filesOf([routeWith('home', '/')])).not.toHaveProperty('_redirects')
})

test('.nojekyll makes GitHub Pages serve files whose names begin with a dot or an underscore', () => {
  expect(files).toMatchObject({ '.nojekyll': '' })
})

test('_redirects and .htaccess send the 404.html of a language below its home page', () => {
  const { _redirects, '.htaccess': rules } = filesOfTable(tableWithFrench([]))
  expect(_redirects).toBe('/fr/* /fr/404.html 404\n')
  expect(rules).toContain('<If "%{REQUEST_URI} =~ m#^/fr/#">\n  ErrorDocument 404 /fr/404.html\n</If>')
})

test('.htaccess redirects an old path', () => {
  expect(htaccess).toContain('RewriteRule ^old\\.v2\\.php/?$ /team [R=308,L]')
})

test('.htaccess lets other sites embed public files', () => {
  expect(htaccess).toContain(
    'Header always set Cross-Origin-Resource-Policy cross-origin "expr=%{REQUEST_URI} =~ m#^/(pictures/|favicon\\.ico$)#"',
  )
})

test('.htaccess escapes percent signs in headers', () => {
  expect(htaccess).toContain('Header always set X-Rate "50%% to 100%%"')
})

test.each([
  { accepts: '', brotli: false, gzip: false },
  { accepts: 'gzip, deflate, br, zstd', brotli: true, gzip: true },
  { accepts: 'br;q=0, gzip', brotli: false, gzip: true },
  { accepts: 'br; q=0.000 , gzip;q=0', brotli: false, gzip: false },
  { accepts: 'br;q=0.1,gzip;q=0.5', brotli: true, gzip: true },
  { accepts: 'x-gzip, brotli', brotli: false, gzip: false },
])(
  '.htaccess sends a client with Accept-Encoding "$accepts" only what it accepts',
  ({ accepts, ...sent }) => {
    // The regular expressions mean the same in Apache (Perl) and in JavaScript.
    const isSent = (encoding: string) => {
      const condition = new RegExp(`Accept-Encoding\\} (.*\\b${encoding}\\b.*)`).exec(htaccess)?.[1] ?? 'none'
      return new RegExp(condition).test(accepts)
    }
    expect({ brotli: isSent('br'), gzip: isSent('gzip') }).toEqual(sent)
  },
)

test('_headers has the security headers of our server, with the HSTS of the prerender', async () => {
  const lines = readFileSync(join(dist, '_headers'), 'utf8').split('\n')
  for (const [name, value] of Object.entries(program.securityOf(manifest, 'host').document))
    expect(lines).toContain(`  ${name}: ${value}`)
})

test.each(['_headers', '_redirects', '.htaccess', '.nojekyll'])('our server doesn’t serve %s', async name => {
  expect(existsSync(join(dist, name)), `dist/ has ${name}`).toBe(true)
  await using server = await listen(await siteOf({ serve: 'static' }))
  expect((await request(`${server.url}/${name}`)).status).toBe(404)
})

test('a file of shared/site/public/ with one of these names is rejected', () => {
  const publicFiles = ['robots.txt', '_headers', '.htaccess', 'docs/_headers']
  expect(problemsOf(staticHosts, tableOf([]), { publicFiles })).toEqual([
    'shared/site/public/_headers: static hosts read a file of this name, and npm run prerender writes it: choose another name',
    'shared/site/public/.htaccess: static hosts read a file of this name, and npm run prerender writes it: choose another name',
  ])
})
