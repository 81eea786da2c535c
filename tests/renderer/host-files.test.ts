// What static hosts read: _headers (Netlify, Cloudflare), _redirects, .htaccess (Apache), and a page for each former path.
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
  expect(files._redirects?.match(/^\S+ \S+ 308$/gm)).toEqual([
    '/people /team 308',
    '/a/b.html /team 308',
    '/old.php /team 308',
  ])
  expect(filesOf(rowOf('/', []))).not.toHaveProperty('_redirects')
})

test('a host that cannot redirect has a page that does, in the language of the site', () => {
  expect(Object.keys(files).filter(name => name.endsWith('.html'))).toEqual(['people.html', 'a/b.html'])
  expect(files['people.html']).toContain('<html lang="ar" dir="rtl">')
  expect(files['people.html']).toContain('<title>A &#38; B</title>')
  expect(files['people.html']).toContain('<a href="/team">&#60;Label&#62;</a>')
  expect(files['people.html']).toContain('<meta http-equiv="refresh" content="0; url=/team">')
  expect(files['people.html']).toContain('<link rel="canonical" href="https://a.example/team">')
})

test('Apache redirects, and sends the headers with percent signs as it writes them', () => {
  expect(htaccess).toContain('RewriteRule ^old\\.php/?$ /team [R=308,L]')
  expect(htaccess).toContain('Header always set X-Rate "100%%"')
})
