// The layout of every page, as a screen reader and a keyboard find it: the skip link, the header with its menus, main, the
// footer and the live region. client/menus.test.tsx and browser/skip-link.test.ts have what they do.
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

/** What a link or a button says, and these of its attributes. */
const described = (element: Element | null | undefined, ...names: string[]) => ({
  words: element?.textContent,
  ...Object.fromEntries(names.map(name => [name, element?.getAttribute(name) ?? null])),
})

test('the first element that takes the focus is the skip link to main', () => {
  const [first] = document.querySelectorAll('a[href], button, input, [tabindex]')
  expect(described(first, 'href', 'class')).toEqual({
    words: 'Zum Inhalt springen',
    href: '#main',
    class: 'r-skip-link',
  })
})

/** An element with all its attributes. */
const tagOf = (element: Element) => ({
  tag: element.localName,
  ...Object.fromEntries(Array.from(element.attributes, ({ name, value }) => [name, value])),
})

/** Said where an attribute is not one of these. Some keep a page from translators, search engines or screen readers. */
const LAYOUT_CHANGED =
  'a part or an attribute of the layout came, went or changed. Where you mean it, write it into this test'

test.each(['/leistungen', '/impressum', '/kontakt', '/nichts', '/defekt'])(
  '%s has its header, main, footer and live region once, in this order, with these attributes and no others',
  async path => {
    const { documentElement, head, body } = documentOf((await live.get(path)).text)
    const parts = Array.from(body.children).filter(({ localName }) => localName !== 'script')
    expect([documentElement, head, body, ...parts].map(tagOf), LAYOUT_CHANGED).toEqual([
      { tag: 'html', lang: 'de', 'data-origin': 'https://mueller-u-soehne.example' },
      { tag: 'head' },
      { tag: 'body' },
      { tag: 'a', class: 'r-skip-link', href: '#main' },
      { tag: 'header', class: 'r-header' },
      // Takes the focus of the skip link, and is no stop of Tab.
      { tag: 'main', id: 'main', class: 'r-main', tabindex: '-1' },
      { tag: 'footer', class: 'r-footer' },
      // For screen readers alone: it waits for the title of the next page.
      { tag: 'p', class: 'r-visually-hidden', role: 'status' },
    ])
  },
)

test('the live region is empty at first', () => {
  const [status, ...others] = document.querySelectorAll('[role=status]')
  expect({ words: status?.textContent, others: others.length }).toEqual({ words: '', others: 0 })
})

test('the header leads home by the logo and the name of the company', () => {
  const logo = document.querySelector('header a')
  expect(described(logo, 'href', 'class')).toEqual({
    words: `Müller & Söhne "D'r <Hof>"`,
    href: '/',
    class: 'r-logo',
  })
})

test('the button of the menu has a name, and opens it', () => {
  const button = document.querySelector('header .r-menu-button')
  expect(described(button, 'type', 'aria-label', 'popovertarget')).toEqual({
    words: '',
    type: 'button',
    'aria-label': 'Menü',
    popovertarget: 'menu',
  })
  expect(described(document.querySelector('#menu'), 'popover', 'aria-label')).toMatchObject({
    popover: 'auto',
    'aria-label': 'Menü',
  })
})

test('the button of the menu shows a drawing alone', () => {
  expect(
    [...(document.querySelector('header .r-menu-button')?.children ?? [])].map(part => part.localName),
  ).toEqual(['svg'])
})

test.each(['index', 'kontakt', 'ueber-uns/team'])(
  'each drawing of %s has a name, or is none for a screen reader',
  page => {
    const drawings = [...documentOf(readFileSync(join(dist, `${page}.html`))).querySelectorAll('svg')]
    const unnamed = drawings.filter(
      svg => !svg.matches('[aria-hidden=true], [role=img]:is([aria-label], [aria-labelledby])'),
    )
    expect(drawings.length).toBeGreaterThan(0)
    expect(unnamed.map(svg => svg.outerHTML)).toEqual([])
  },
)

test("the menu of small screens ends with the members' application, and no other menu has it", () => {
  const link = [...document.querySelectorAll('#menu li')].at(-1)?.querySelector('a')
  expect(described(link, 'href', 'aria-current')).toEqual({
    words: 'Mitglieder',
    href: '/mitglieder',
    'aria-current': null,
  })
  expect(document.querySelectorAll('a[href="/mitglieder"]')).toHaveLength(1)
})

test('each of the three menus marks the link to the current page, and no other', () => {
  // The page has a navigation of its own.
  const marked = [...document.querySelectorAll('body > :is(header, footer) nav')].map(nav => ({
    name: nav.getAttribute('aria-label'),
    current: [...nav.querySelectorAll('[aria-current]')].map(link => described(link, 'href', 'aria-current')),
  }))
  const current = [{ words: 'Warenwirtschaft', href: '/leistungen', 'aria-current': 'page' }]
  expect(marked).toEqual([
    { name: 'Menü', current },
    { name: 'Menü', current },
    { name: 'Fußzeile', current },
  ])
})

test('a link to a page in another language says which, and no other link does', () => {
  const links = [...document.querySelectorAll('header a[lang], footer a[lang]')]
  expect(links.map(link => described(link, 'href', 'lang'))).toEqual([
    { words: 'In English', href: '/in-english', lang: 'en' },
  ])
})

test('the footer has the year of the build, and the company as the law knows it', () => {
  // The fixture is built on 2026-11-01.
  expect(document.querySelector('footer p')?.textContent).toBe(
    '© 2026 Müller & Söhne Warenwirtschaft GmbH & Co. KG',
  )
  expect(document.querySelector('footer address')?.textContent).toBe('Hof 1\n50667 Köln')
})

test('the page of an error leads home by a document, which starts the script anew', async () => {
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

/** The company's language of a route table. */
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

test('the menu of the header has the pages that name a place in it, 0 too, in the order of their places', () => {
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

test('the links of a group stand together in the order of their places, where the first of them would', () => {
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

test('a menu has the links of the company to what is no page, each in its place', () => {
  expect(grouped.menus.header).toEqual([
    { path: 'https://shop.example', label: 'Shop', lang: 'fr' },
    { path: '/', label: 'Home' },
  ])
})

test('the menu of the footer has an order of its own, and the language of a page in another', () => {
  expect(menus.footer).toEqual([
    { path: '/last', label: 'Last' },
    { path: '/francais', label: 'Français', lang: 'fr' },
    { path: '/first', label: 'First' },
  ])
})
