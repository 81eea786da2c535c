// What static hosts read: _headers (Netlify, Cloudflare), _redirects, .htaccess (Apache), and a page for each former path.
import { JSDOM } from 'jsdom'
import { expect, test } from 'vitest'
import { hostFiles } from '../../scripts/write/hosts.ts'
import { createPageTable, type Row } from '../../shared/page-table.ts'
import { facts } from '../support/fixture-site.ts'

const rowOf = (path: Row['path'], former: Row['former'] & {}): Row => ({
  ...{ id: path, path, title: 'A & B', heading: 'A & B', description: '', label: '<Label>', menus: {} },
  former,
})
const company = { ...facts.company, lang: 'ar' }
const headers = { 'Content-Security-Policy': "default-src 'none'", 'X-Rate': '100%' }
const filesOf = (...rows: Row[]) =>
  hostFiles({ table: createPageTable(rows), company, headers, origin: 'https://a.example' })

const { '.htaccess': htaccess = '', ...files } = filesOf(
  rowOf('/', []),
  rowOf('/team', ['/people', '/a/b.html', '/team.html', '/old.php']),
)

test('a host of _headers sends the security headers with everything, and keeps the assets', () => {
  expect(files._headers).toBe(`/*
  Content-Security-Policy: default-src 'none'
  X-Rate: 100%

/assets/*
  Cache-Control: public, max-age=31536000, immutable
`)
})

test('a host of _redirects redirects what was a page, but not the file of a page', () => {
  // Netlify takes the rules with an exclamation mark, Cloudflare those without.
  expect(files._redirects).toBe(`/people /team 308!
/people /team 308
/a/b.html /team 308!
/a/b.html /team 308
/old.php /team 308!
/old.php /team 308
`)
})

test('a site without former paths has no _redirects', () => {
  expect(filesOf(rowOf('/', []))).not.toHaveProperty('_redirects')
})

test('GitHub Pages sends files whose names begin with a dot or an underscore, too', () => {
  expect(files).toMatchObject({ '.nojekyll': '' })
})

test('a host that cannot redirect has a page that does, for each former path that can be a file', () => {
  expect(Object.keys(files).filter(name => name.endsWith('.html'))).toEqual(['people.html', 'a/b.html'])
})

test('a page that redirects does so without a script, in the language of the site', () => {
  const { document } = new JSDOM(files['people.html']).window
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

test('Apache redirects a former path', () => {
  expect(htaccess).toContain('RewriteRule ^old\\.php/?$ /team [R=308,L]')
})

test('Apache sends the headers, with percent signs as it writes them', () => {
  expect(htaccess).toContain('Header always set X-Rate "100%%"')
})
