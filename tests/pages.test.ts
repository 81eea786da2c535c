import { within } from '@testing-library/dom'
import { JSDOM } from 'jsdom'
import supertest from 'supertest'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { define } from '../scripts/build/define.ts'
import { company, labels, notFound } from '../shared/company.ts'
import { ask } from './support/ask.ts'
import { origin } from './support/server.ts'
import { menu, moved, other, redirectOf, rows } from './support/table.ts'

const navigations = {
  [labels.navigation.header]: menu('header'),
  [labels.navigation.mobile]: [...menu('header'), ...(company.members ? [company.members] : [])],
  [labels.navigation.footer]: menu('footer'),
}

const parse = (html: string) => new JSDOM(html).window.document
const text = (element: Element | null) => element?.textContent?.replace(/\s+/g, ' ').trim() ?? ''
const attribute = (document: Document, selector: string, name: string) =>
  document.querySelector(selector)?.getAttribute(name)
/** Hidden or not: which of the menus is shown depends on the screen. */
const byRole = (document: Document, role: string) => within(document.body).getByRole(role, { hidden: true })
/** By its label, because what is hidden has no name. */
const navigation = (document: Document, label: string) =>
  within(document.body)
    .getAllByRole('navigation', { hidden: true })
    .find(nav => nav.ariaLabel === label) ?? expect.fail(`there is no navigation ${label}`)
const links = (element: HTMLElement) =>
  within(element).getAllByRole<HTMLAnchorElement>('link', { hidden: true })
const marked = (document: Document) => [...document.querySelectorAll('[aria-current]')]

// What is prerendered is the same byte for byte: prerender.test.ts and hosts.test.ts.
describe('the site', () => {
  const agent = supertest(inject('live'))

  describe.each(rows)('at $path', ({ path, title, description }) => {
    let document: Document
    beforeAll(async () => {
      const { text: html } = await agent
        .get(path)
        .expect(200)
        .expect('Content-Type', /^text\/html; charset=utf-8$/i)
      document = parse(html)
    })

    test('says what it is in its head', () => {
      expect(document.documentElement.lang).toBe(company.lang)
      expect(document.title).toBe(title)
      expect(attribute(document, 'meta[name=description]', 'content')).toBe(description)
      expect(attribute(document, 'link[rel=canonical]', 'href')).toBe(origin + path)
      expect(document.querySelectorAll('title, link[rel=canonical]')).toHaveLength(2)
      expect(document.querySelector('meta[name=robots]')).toBeNull()
    })

    test('has every landmark once, and one first heading inside main', () => {
      for (const role of ['banner', 'main', 'contentinfo']) byRole(document, role)
      for (const name of Object.keys(navigations)) navigation(document, name)
      expect(document.querySelectorAll('nav')).toHaveLength(3)
      expect(document.querySelectorAll('h1')).toHaveLength(1)
      expect(document.querySelectorAll('main h1')).toHaveLength(1)
    })

    test('has words below its heading', () => {
      const heading = text(document.querySelector('h1'))
      expect(heading).not.toBe('')
      expect(text(document.querySelector('main')).length).toBeGreaterThan(heading.length)
    })

    test('links the e-mail address where it names it', () => {
      const main = byRole(document, 'main')
      const addresses = text(main).split(company.email).length - 1
      expect(main.querySelectorAll(`a[href="mailto:${company.email}"]`)).toHaveLength(addresses)
    })

    test('names the year of the build and the company in its footer', () => {
      expect(text(byRole(document, 'contentinfo'))).toContain(`© ${define.BUILD_YEAR} ${company.name}`)
    })

    test.each(Object.entries(navigations))('lists the pages of the %s menu in order', (name, entries) => {
      const found = links(navigation(document, name))
      expect(found.map(link => [text(link), link.getAttribute('href')])).toEqual(
        entries.map(entry => [entry.label, entry.path]),
      )
    })

    test('marks the links to itself in the menus, and no others', () => {
      const expected = Object.values(navigations)
        .flat()
        .filter(entry => entry.path === path).length
      expect(marked(document)).toHaveLength(expected)
      for (const link of marked(document)) {
        expect(link.getAttribute('aria-current')).toBe('page')
        expect(link.getAttribute('href')).toBe(path)
      }
    })

    test('leads home by its logo', () => {
      expect(links(byRole(document, 'banner'))[0]?.getAttribute('href')).toBe('/')
    })

    test('carries no style attribute, which the policy would block', () => {
      expect(document.querySelectorAll('[style]')).toHaveLength(0)
    })
  })

  test.each([
    company.members?.path ?? '/members',
    '/nothing/here',
    `${other.path}/nothing`,
    ...[`${other.path}.html`].filter(path => !redirectOf(path)),
    '/404',
    `//www.example.org${other.path}`,
    '/%2e%2e/package.json',
    `${other.path}%00`,
    '/constructor',
  ])('has no page at %s', async path => {
    const { text: html, headers } = await agent
      .get(path)
      .expect(404)
      .expect('Content-Type', /^text\/html/)
    const document = parse(html)
    expect(headers['cache-control']).toBe('no-store')
    expect(document.title).toBe(notFound.title)
    expect(text(document.querySelector('h1'))).toBe(notFound.label)
    expect(text(document.querySelector('main'))).toContain(notFound.description)
    expect(attribute(document, 'meta[name=robots]', 'content')).toBe('noindex')
    expect(document.querySelector('link[rel=canonical]')).toBeNull()
    expect(marked(document)).toEqual([])
    expect(document.querySelectorAll('[style]')).toHaveLength(0)
  })

  test.each([
    [`${other.path}/`, other.path],
    [`${other.path}//`, other.path],
    [other.path.toUpperCase(), other.path],
    [`/${other.path}`, other.path],
    [`//${other.path}/`, other.path],
    [other.path.replace(/[a-z]/, letter => `%${letter.charCodeAt(0).toString(16)}`), other.path],
    [`/%2F${other.path.slice(1)}`, other.path],
    ['//', '/'],
    [`${other.path.toUpperCase()}/?a=1&b=%2F`, `${other.path}?a=1&b=%2F`],
    [`/${other.path}?next=//www.example.org`, `${other.path}?next=//www.example.org`],
    [`${other.path}/?`, `${other.path}?`],
    ...moved.flatMap(([from, to]) => [
      [from, to],
      [`${from.toUpperCase()}/?a=1`, `${to}?a=1`],
    ]),
  ])('redirects %s to %s', async (path, location) => {
    const { status, headers } = await ask(inject('live') + path)
    expect(status).toBe(308)
    expect(headers.location).toBe(location)
  })

  test.each([
    ['a malformed percent-escape', '/%zz', 400],
    ['half an escape', `${other.path}%`, 400],
    ['bytes that are not UTF-8', '/%ff', 400],
    ['a URL over 8 kB', `${other.path}?${'a'.repeat(8192)}`, 414],
    ['an unknown asset', '/assets/site-00000000.js', 404],
  ])('responds to %s without a page', async (_, path, status) => {
    const response = await ask(inject('live') + path)
    expect(response.status).toBe(status)
    expect(response.headers['content-type']).toBe('text/plain; charset=utf-8')
  })
})
