// The pages of dist/ that redirect from old paths.
import { expect, test } from 'vitest'
import { documentOf } from '../../../tests/support/document-of.ts'
import type { ResolvedRoute } from '../../../tests/support/engine.ts'
import { facts } from '../../../tests/support/fixture-site.ts'
import { routeWith, tableOf, tableWithFrench } from '../../../tests/support/routes.ts'
import { redirectPages } from '../redirect-pages.ts'

const routeOf = (path: ResolvedRoute['path'], redirectFrom: readonly string[]) =>
  routeWith(path, path, { title: 'A & B', label: '<Label>', lang: 'ar', redirectFrom })
const company = { ...facts.company, lang: 'ar' }
const filesOf = (...routes: ResolvedRoute[]) =>
  redirectPages({ table: tableOf(routes, { company }), origin: 'https://a.example' })

const files = filesOf(
  routeOf('/', []),
  routeOf('/team', ['/people', '/a/b.html', '/team.html', '/old.v2.php']),
)

test('dist/ gets a redirect page for each old path that isn’t the file of a page', () => {
  expect(Object.keys(files)).toEqual(['people.html', 'a/b.html', 'old.v2.php.html'])
})

test('a redirect page doesn’t replace a file that a route with params may have', () => {
  const names = filesOf(routeOf('/jobs/:slug', []), routeOf('/about', ['/jobs/archive.html', '/us']))
  expect(Object.keys(names)).toEqual(['us.html'])
})

test('a redirect page doesn’t replace a 404 page', () => {
  expect(filesOf(routeOf('/', ['/404.html']))).not.toHaveProperty(['404.html'])
  const inFrench = tableWithFrench([routeOf('/', ['/fr/404'])].map(route => ({ ...route, lang: 'en' })))
  expect(redirectPages({ table: inFrench, origin: 'https://a.example' })).not.toHaveProperty(['fr/404.html'])
})

test('a redirect page has the canonical address of its target', () => {
  const route = { ...routeOf('/team', ['/people']), canonical: '/about' }
  const document = documentOf(filesOf(route)['people.html'])
  expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe('https://a.example/about')
})

test('a redirect page works without a script, and is in the company’s language', () => {
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

test('a redirect page is in the language of its target', () => {
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
