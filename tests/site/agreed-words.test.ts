// The words that were agreed for the site that this project comes with. As soon as company.name or company.origin is
// another, these tests leave themselves out, and this file can be deleted.
import { JSDOM } from 'jsdom'
import supertest from 'supertest'
import { describe, expect, test } from 'vitest'
import { facts, siteOf, table } from '../support/own-site.ts'

const { company, labels } = facts
const isAgreed = company.name === 'Acme Software' && company.origin === 'https://www.example.com'
const CURE =
  'This was agreed for Acme Software. Is the site yours? Then write its name in shared/site/company.ts first.'

/** By path, in the order of the page. */
const agreed: Record<string, string[]> = {
  '/': [
    'Our site is now live',
    'Your on-demand development team',
    'We build data-driven software for small and medium businesses and for consumers. Your data stays with you, and you can leave whenever you like.',
    'Your data stays with you',
    'What we build runs where you decide, on accounts that you own.',
    'No vendor lock-in',
    'Open formats and documented hand-overs, so that changing your mind costs nothing.',
    'Never sold',
    'Your data is never sold to anyone, whether anonymised or not.',
    '99.95% uptime',
    'Software that is there when your customers are.',
    'Fast by default',
    'Pages that arrive complete and answer at once, on a train as well as on fibre. Speed is designed in from the first commit, and measured on every one after it.',
    'Secure foundations',
    'Privacy by design, with GDPR and HIPAA compliance kept in mind from the first sketch. We collect what the job needs and nothing else.',
    'Apps that behave',
    'Software that does what it says, says what it does, and fails politely. Tested on real devices, accessible from the start, quiet when you are not using it.',
    'We are done when you no longer need us.',
  ],
  '/about': [
    'About',
    'We build it with you, and leave it with you.',
    'Acme Software is an on-demand development team. We join you for as long as there is something worth building, and hand everything over when it is done.',
    'We work with small and medium businesses, and with people who have an idea for a product of their own. Most of what we build has data at its heart: collecting it carefully, keeping it safe, and turning it into decisions.',
  ],
  '/contact': [
    'Contact',
    'Write to us at no-reply@example.com',
    'Three sentences are enough: what you have, what is missing, and by when.',
    'We use your address to answer you and for nothing else.',
  ],
  '/privacy': [
    'Privacy Policy',
    'We do not know who you are, and we do not try to find out.',
    'This site sets no cookies, loads nothing from third parties and keeps no profile of you.',
    'Data is never sold, whether anonymised or not. If you write to us, we use your address to answer you and for nothing else.',
    'See for yourself',
    'No cookies',
    'No third parties',
    'No profile',
  ],
  '/members': [
    'Page not found',
    'There is no page at this address.',
    'Perhaps a letter is missing, or the page has gone. If one of our own links has led you here, tell us, and we mend it.',
  ],
}

describe.skipIf(!isAgreed)('the site of Acme Software', async () => {
  const agent = supertest(await siteOf())
  const find = async (path: string, selector: string) =>
    new JSDOM((await agent.get(path)).text).window.document.querySelectorAll(`main :is(${selector})`)
  const textOf = (element: Element) => element.textContent?.replace(/\s+/g, ' ').trim() ?? ''

  test.each(Object.entries(agreed))('says at %s what was agreed', async (path, words) => {
    const texts = [...(await find(path, 'h1, h2, h3, p'))].map(textOf)
    expect(
      texts.filter(text => words.includes(text)),
      CURE,
    ).toEqual(words)
  })

  test.each([
    ['/', 'Talk to us', '/contact'],
    ['/', 'Learn more about us', '/about'],
    ['/contact', 'no-reply@example.com', 'mailto:no-reply@example.com'],
  ])('has at %s the link "%s" to %s', async (path, words, href) => {
    const links = await find(path, `a[href="${href}"]:not(.for-paper)`)
    expect([...links].map(textOf), CURE).toContain(words)
  })

  const LABELS = ['Home', 'Privacy', 'About', 'Contact']
  /** What a menu says, without what you have added between these. */
  const agreedIn = (links: readonly { label: string }[]) =>
    links.map(({ label }) => label).filter(label => LABELS.includes(label))

  test('has the agreed menus', () => {
    const { header, footer } = table.menus
    expect({ header: agreedIn(header), footer: agreedIn(footer) }, CURE).toEqual({
      header: ['Home', 'About', 'Contact', 'Privacy'],
      footer: ['Privacy', 'About', 'Contact'],
    })
  })

  test("has the agreed link to the members' application", () => {
    expect(company.members, CURE).toEqual({ path: '/members', label: 'Members' })
  })

  test('has the agreed skip link, menu button and language', () => {
    const { skipLink, menuButton } = labels
    expect({ skipLink, menuButton, lang: company.lang }, CURE).toEqual({
      skipLink: 'Skip to content',
      menuButton: 'Menu',
      lang: 'en',
    })
  })
})
