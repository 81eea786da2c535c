import { JSDOM } from 'jsdom'
import supertest from 'supertest'
import { describe, expect, test } from 'vitest'
import { facts, rows, siteOf, table } from '../support/own-site.ts'

// The words that were agreed for the site that this project comes with. As soon as company.name is another, these tests
// leave themselves out, and this file can be deleted.
const { company, labels } = facts
const isAnother = company.name !== 'Acme Software'

const tiles = {
  'Your data stays with you': 'What we build runs where you decide, on accounts that you own.',
  'No vendor lock-in': 'Open formats and documented hand-overs, so that changing your mind costs nothing.',
  'Never sold': 'Your data is never sold to anyone, whether anonymised or not.',
  '99.95% uptime': 'Software that is there when your customers are.',
}
const cards = {
  'Fast by default':
    'Pages that arrive complete and answer at once, on a train as well as on fibre. Speed is designed in from the first commit, and measured on every one after it.',
  'Secure foundations':
    'Privacy by design, with GDPR and HIPAA compliance kept in mind from the first sketch. We collect what the job needs and nothing else.',
  'Apps that behave':
    'Software that does what it says, says what it does, and fails politely. Tested on real devices, accessible from the start, quiet when you are not using it.',
}
/** Path, heading and sentences. */
const read = [
  [
    '/about',
    'About',
    'Acme Software is an on-demand development team. We join you for as long as there is something worth building, and hand everything over when it is done.',
    'We work with small and medium businesses, and with people who have an idea for a product of their own. Most of what we build has data at its heart: collecting it carefully, keeping it safe, and turning it into decisions.',
  ],
  ['/contact', 'Contact', 'Write to us at no-reply@example.com'],
  [
    '/privacy',
    'Privacy Policy',
    'This site sets no cookies, loads nothing from third parties and keeps no profile of you.',
    'Data is never sold, whether anonymised or not. If you write to us, we use your address to answer you and for nothing else.',
  ],
  ['/members', 'Page not found', 'There is no page at this address.'],
]

const text = (element: Element | null | undefined) => element?.textContent?.replace(/\s+/g, ' ').trim() ?? ''

describe.skipIf(isAnother)('the site of Acme Software', async () => {
  const agent = supertest(await siteOf())
  const mainOf = async (path: string) =>
    new JSDOM((await agent.get(path)).text).window.document.querySelector('main') ?? expect.fail('no main')
  const home = await mainOf('/')
  const link = (name: string) => [...home.querySelectorAll('a')].find(a => text(a).startsWith(name))

  test('has a badge, the heading, the lead and two buttons', () => {
    expect(text(home.querySelector('.badge'))).toBe('Our site is now live')
    expect(text(home.querySelector('h1'))).toBe('Your on-demand development team')
    expect(text(home.querySelector('.lead'))).toBe(
      'We build data-driven software for small and medium businesses and for consumers. Your data stays with you, and you can leave whenever you like.',
    )
    expect(link('Talk to us')?.getAttribute('href')).toBe('/contact')
    expect(link('Learn more')?.getAttribute('href')).toBe('/about')
  })

  test.each([
    ['four tiles', tiles],
    ['three cards', cards],
  ])('has %s, each with its claim', (_, claims) => {
    const headings = [...home.querySelectorAll('h2')].filter(h2 => text(h2) in claims)
    expect(headings.map(text)).toEqual(Object.keys(claims))
    expect(headings.map(h2 => text(h2.parentElement?.querySelector('p')))).toEqual(Object.values(claims))
    const [group] = headings.map(h2 => h2.parentElement?.parentElement)
    expect(group?.children).toHaveLength(headings.length)
  })

  test.each(read)('says at %s what was agreed', async (path = '', heading, ...words) => {
    const main = await mainOf(path)
    expect(text(main.querySelector('h1'))).toBe(heading)
    for (const sentence of words) expect(text(main)).toContain(sentence)
    expect(main.querySelectorAll('a[href="mailto:no-reply@example.com"]')).toHaveLength(
      path === '/contact' ? 1 : 0,
    )
  })

  test('has the agreed menus', () => {
    const agreed = ['Home', 'Privacy', 'About', 'Contact'] // Others may stand between them.
    const texts = (links: readonly { label: string }[]) =>
      links.map(({ label }) => label).filter(label => agreed.includes(label))
    expect(texts(table.menus.header)).toEqual(['Home', 'About', 'Contact', 'Privacy'])
    expect(texts(table.menus.footer)).toEqual(['Privacy', 'About', 'Contact'])
    expect(company.members).toEqual({ path: '/members', label: 'Members' })
    const paths = rows.map(({ path }) => path)
    expect(paths).toEqual(expect.arrayContaining(['/', '/about', '/contact', '/privacy']))
    expect([labels.skipLink, labels.menuButton, company.lang]).toEqual(['Skip to content', 'Menu', 'en'])
  })
})
