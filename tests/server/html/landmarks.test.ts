// The layout of every page as screen readers meet it: its parts and their attributes, the menus of a route table, and the
// footer. client/menus.test.tsx and browser/skip-link.test.ts cover the behaviour of the menus and the skip link.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import supertest from 'supertest'
import { expect, test } from 'vitest'
import type { Company } from '../../../shared/site.ts'
import { documentOf } from '../../support/document-of.ts'
import type { ResolvedRoute } from '../../support/engine.ts'
import { dist, siteOf } from '../../support/fixture-site.ts'
import { routesWith, tableOf } from '../../support/routes.ts'
import { site } from '../../support/site.tsx'

globalThis.isBroken = true

const live = supertest(await siteOf())
const open = async (path: string) => documentOf((await live.get(path).expect(200)).text)
const document = await open('/leistungen')

/** The text of a link or a button, and the named attributes. */
const described = (element: Element | null | undefined, ...names: string[]) => ({
  words: element?.textContent,
  ...Object.fromEntries(names.map(name => [name, element?.getAttribute(name) ?? null])),
})

/** An element with all its attributes. */
const tagOf = (element: Element) => ({
  tag: element.localName,
  ...Object.fromEntries(Array.from(element.attributes, ({ name, value }) => [name, value])),
})

/** Shown when the attributes differ. Some can hide a page from translators, search engines or screen readers. */
const LAYOUT_CHANGED =
  'a part or an attribute of the layout was added, removed or changed. If you meant to, update this test'

test.each(['/leistungen', '/defekt'])(
  '%s has one header, main, footer and live region, in this order, with exactly these attributes',
  async path => {
    const { documentElement, head, body } = documentOf((await live.get(path)).text)
    const parts = Array.from(body.children).filter(({ localName }) => localName !== 'script')
    expect([documentElement, head, body, ...parts].map(tagOf), LAYOUT_CHANGED).toEqual([
      { tag: 'html', lang: 'de', 'data-origin': 'https://mueller-u-soehne.example' },
      { tag: 'head' },
      { tag: 'body' },
      { tag: 'a', class: 'r-skip-link', href: '#main' },
      { tag: 'header', class: 'r-header' },
      // Takes focus from the skip link, but isn't a tab stop.
      { tag: 'main', id: 'main', class: 'r-main', tabindex: '-1' },
      { tag: 'footer', class: 'r-footer' },
      // For screen readers only: it announces the title of the next page.
      { tag: 'p', class: 'r-visually-hidden', role: 'status' },
    ])
  },
)

test('the menu button contains only an icon', () => {
  expect(
    [...(document.querySelector('header .r-menu-button')?.children ?? [])].map(part => part.localName),
  ).toEqual(['svg'])
})

test.each(['index', 'kontakt', 'ueber-uns/team'])(
  'every SVG on %s is labelled or hidden from screen readers',
  page => {
    const drawings = [...documentOf(readFileSync(join(dist, `${page}.html`))).querySelectorAll('svg')]
    const unnamed = drawings.filter(
      svg => !svg.matches('[aria-hidden=true], [role=img]:is([aria-label], [aria-labelledby])'),
    )
    expect(drawings.length).toBeGreaterThan(0)
    expect(unnamed.map(svg => svg.outerHTML)).toEqual([])
  },
)

test('only a link to a page in another language has a lang attribute', () => {
  const links = [...document.querySelectorAll('header a[lang], footer a[lang]')]
  expect(links.map(link => described(link, 'href', 'lang'))).toEqual([
    { words: 'In English', href: '/in-english', lang: 'en' },
  ])
})

test('the footer shows the year of the build, the company’s legal name and its address', () => {
  // The fixture is built on 2026-11-01.
  expect(document.querySelector('footer p')?.textContent).toBe(
    '© 2026 Müller & Söhne Warenwirtschaft GmbH & Co. KG',
  )
  expect(document.querySelector('footer address')?.textContent).toBe('Hof 1\n50667 Köln')
})

test('the 500 page links home with a full page load, which restarts the script', async () => {
  const failed = documentOf((await live.get('/defekt').expect(500)).text)
  expect(described(failed.querySelector('main a'), 'href', 'target', 'class')).toEqual({
    words: 'Noch einmal von der Startseite',
    href: '/',
    target: '_self',
    class: 'r-next',
  })
  expect(described(failed.querySelector('main p'), 'class')).toEqual({
    words: 'Die Seite konnte nicht angezeigt werden. Der Fehler liegt bei uns.',
    class: 'r-statement',
  })
})

/** A route table's default language, which is the company's. */
const languageOfCompany = (routes: readonly ResolvedRoute[], company: Partial<Company> = {}) =>
  tableOf(routes, { company: { ...site.company, ...company } }).languages[0]

const { menus } = languageOfCompany(
  routesWith({
    home: { path: '/', label: 'Home', menus: { header: 2 } },
    last: { path: '/last', label: 'Last', menus: { header: 10, footer: 0 } },
    none: { path: '/none', label: 'None' },
    first: { path: '/first', label: 'First', menus: { header: 0, footer: 1 } },
    french: { path: '/francais', label: 'Français', menus: { footer: 0.5 }, lang: 'fr' },
  }),
)

test('the header menu lists the pages with a place in it, even 0, ordered by place', () => {
  expect(menus.header).toEqual([
    { path: '/first', label: 'First' },
    { path: '/', label: 'Home' },
    { path: '/last', label: 'Last' },
  ])
})

const grouped = languageOfCompany(
  routesWith({
    home: { path: '/', label: 'Home', menus: { header: 1, footer: 2 } },
    roofs: { path: '/roofs', label: 'Roofs', menus: { footer: { place: 9, group: 'Services' } } },
    walls: { path: '/walls', label: 'Walls', menus: { footer: { place: 1, group: 'Services' } } },
  }),
  {
    links: [
      { path: 'https://shop.example', label: 'Shop', lang: 'fr', menus: { header: 0 } },
      { path: '/#why', label: 'Why', menus: { footer: { place: 3, group: 'More' } } },
    ],
  },
)

test('the links of a group are listed together by place, at the position of the first', () => {
  expect(grouped.menus.footer).toEqual([
    {
      label: 'Services',
      links: [
        { path: '/walls', label: 'Walls' },
        { path: '/roofs', label: 'Roofs' },
      ],
    },
    { path: '/', label: 'Home' },
    { label: 'More', links: [{ path: '/#why', label: 'Why' }] },
  ])
})

test('a menu places the company’s other links among those to pages', () => {
  expect(grouped.menus.header).toEqual([
    { path: 'https://shop.example', label: 'Shop', lang: 'fr' },
    { path: '/', label: 'Home' },
  ])
})

test('the footer menu has its own order, and the language of a page in another language', () => {
  expect(menus.footer).toEqual([
    { path: '/last', label: 'Last' },
    { path: '/francais', label: 'Français', lang: 'fr' },
    { path: '/first', label: 'First' },
  ])
})
