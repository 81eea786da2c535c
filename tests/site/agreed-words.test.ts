// The words that were agreed for the site that this project comes with. As soon as company.name or company.origin is
// another, these tests leave themselves out, and this file can be deleted.
import supertest from 'supertest'
import { describe, expect, test } from 'vitest'
import { budgets } from '../../shared/site/budgets.ts'
import { CURE, isAgreed } from '../support/agreed.ts'
import { documentOf } from '../support/document-of.ts'
import { facts, siteOf, table } from '../support/own-site.ts'

const { company, labels } = facts

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
    'Weigh this page',
    'Open your browser’s developer tools, choose Network, and reload. Words, styles and drawings are one answer of less than 14 kB. Our build refuses a larger one.',
    'Secure foundations',
    'Privacy by design, with GDPR and HIPAA compliance kept in mind from the first sketch. We collect what the job needs and nothing else.',
    'Look for cookies',
    'In the same tools, under Storage or Application: there are none. What we promise is in our privacy policy, and how to see each promise kept.',
    'Apps that behave',
    'Software that does what it says, says what it does, and fails politely. Tested on real devices, accessible from the start, quiet when you are not using it.',
    'Switch something off',
    'Scripts, for one: the menu still opens. Put the mouse away, zoom to 400%: all of it is within reach.',
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
    'Open your browser’s developer tools, and there Application or Storage. The list of cookies is empty.',
    'No third parties',
    'In the same tools choose Network, and reload. Every request goes to the address in your address bar.',
    'No profile',
    'Switch scripts off, and go on reading. Nothing is missing, because nothing was counting.',
  ],
  '/members': [
    'Page not found',
    'There is no page at this address.',
    'Perhaps a letter is missing, or the page has gone. If one of our own links has led you here, tell us, and we mend it.',
    'About',
    'Who would build it with you.',
    'Contact',
    'Where to write, and how much.',
    'Privacy',
    'What we know about you, which is little.',
  ],
}

/** In the order of the page, as "words: address". */
const agreedLinks: Record<string, string[]> = {
  '/': [
    'Talk to us: /contact',
    'Learn more about us: /about',
    'privacy policy: /privacy#check',
    'Talk to us: /contact',
    'no-reply@example.com: mailto:no-reply@example.com',
  ],
  '/about': ['Tell us what is worth building: /contact'],
  '/contact': ['no-reply@example.com: mailto:no-reply@example.com', 'Read our privacy policy: /privacy'],
  '/privacy': ['Ask us about your data: /contact'],
  '/members': [
    'tell us: /contact',
    'Go to the home page: /',
    'About: /about',
    'Contact: /contact',
    'Privacy: /privacy',
  ],
}

const prose = ['article.prose', 'h1.small', 'p.display']
const text = ['div.prose-row', 'svg.drawing.ring', 'div.prose-text']
/** The elements with their classes, in the order of the page. */
const agreedLook: Record<string, string[]> = {
  '/': [
    ...['section.hero', 'p.badge', 'div.hero-words', 'p.lead', 'div.actions'],
    ...['a.button.button-primary', 'a.button', 'span.visually-hidden', 'svg.drawing'],
    ...['section.tiles Highlights', ...Array(4).fill('div.tile')],
    ...['section.cards Features', 'article.card', 'svg.drawing', 'article.card', 'svg.drawing'],
    ...['strong', 'strong', 'strong', 'article.card', 'svg.drawing'],
    ...['section.ending', 'h2.display', 'div.ending-ring', 'svg.drawing', 'a.for-paper'],
  ],
  '/about': [...prose, ...text, 'a.next'],
  '/contact': [...prose, 'span.address', 'span', 'span', ...text, 'button.button.copy', 'span', 'a.next'],
  '/privacy': [...prose, ...text, 'a.next', 'section.below', 'ul.columns'],
  '/members': [...prose, ...text, 'a.next', 'section.below', 'ul.columns'],
}

const agreedHeads: Record<string, object> = {
  '/': {
    title: 'Acme Software: Your on-demand development team',
    description:
      'An on-demand development team that builds data-driven software for small and medium businesses and for consumers.',
  },
  '/about': {
    title: 'About | Acme Software',
    description:
      'Acme Software is an on-demand development team. We join you for as long as there is something worth building.',
  },
  '/contact': {
    title: 'Contact | Acme Software',
    description: 'Write to Acme Software, an on-demand development team, at no-reply@example.com.',
  },
  '/privacy': {
    title: 'Privacy Policy | Acme Software',
    description: 'This site sets no cookies, loads nothing from third parties and keeps no profile of you.',
  },
}

describe.skipIf(!isAgreed)('the site of Acme Software', async () => {
  const agent = supertest(await siteOf())
  const find = async (path: string, selector: string) =>
    documentOf((await agent.get(path)).text).querySelectorAll(`main :is(${selector})`)
  const textOf = (element: Element) => element.textContent?.replace(/\s+/g, ' ').trim() ?? ''

  test.each(Object.entries(agreed))('says at %s what was agreed', async (path, words) => {
    const texts = [...(await find(path, 'h1, h2, h3, p, summary'))].map(textOf)
    expect(
      texts.filter(text => words.includes(text)),
      CURE,
    ).toEqual(words)
  })

  test.each(Object.entries(agreedLinks))('has at %s the agreed links', async (path, agreed) => {
    const links = [...(await find(path, 'a'))].map(link => `${textOf(link)}: ${link.getAttribute('href')}`)
    expect(
      links.filter(link => agreed.includes(link)),
      CURE,
    ).toEqual(agreed)
  })

  /** An element with its classes and its name, as in "section.cards Features". */
  const partOf = ({ localName, classList, ariaLabel }: Element) =>
    [localName, ...classList].join('.') + (ariaLabel ? ` ${ariaLabel}` : '')

  test.each(Object.entries(agreedLook))(
    'has at %s the parts to which its look belongs',
    async (path, agreed) => {
      const elements = [...(await find(path, '[class], [aria-label], strong, span'))]
      const parts = elements.filter(element => !element.parentElement?.closest('svg')).map(partOf)
      expect(
        parts.filter(part => agreed.includes(part)),
        CURE,
      ).toEqual(agreed)
    },
  )

  test.each(Object.entries(agreedHeads))(
    'says of %s in search results what was agreed',
    async (path, head) => {
      const document = documentOf((await agent.get(path)).text)
      const description = document.querySelector('meta[name=description]')?.getAttribute('content')
      expect({ title: document.title, description }, CURE).toEqual(head)
    },
  )

  test('has the agreed mark in its header, a line that ends in a point', async () => {
    const document = documentOf((await agent.get('/about')).text)
    const parts = [...document.querySelectorAll('header .logo svg > *')].map(part =>
      part.getAttribute('class'),
    )
    expect(parts, CURE).toEqual(['line', 'team'])
  })

  test('costs at most what was agreed, in bytes with brotli', () => {
    expect(budgets, CURE).toEqual({ html: 14_000, common: 97_000, script: 20_000 })
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

  test('has the agreed drawings in its link previews', () => {
    const drawings = table.rows.map(({ id, drawing }) => `${id}: ${drawing}`)
    const agreed = ['home: home', 'about: about', 'contact: contact', 'privacy: privacy']
    expect(
      drawings.filter(drawing => agreed.includes(drawing)),
      CURE,
    ).toEqual(agreed)
  })

  test("has the agreed link to the members' application", () => {
    expect(company.members, CURE).toEqual({ path: '/members', label: 'Members' })
  })

  test('has the agreed words of the layout, in the agreed language', () => {
    expect({ ...labels, lang: company.lang }, CURE).toEqual({
      skipLink: 'Skip to content',
      menuButton: 'Menu',
      copy: 'Copy the address',
      copied: 'Copied',
      unpublished: 'Not published yet',
      navigation: { header: 'Main', mobile: 'Mobile', footer: 'Footer' },
      notFound: {
        label: 'Page not found',
        description: 'There is no page at this address.',
        link: 'Go to the home page',
      },
      failed: {
        label: 'Something went wrong',
        description: 'The page could not be shown. The error is ours.',
        link: 'Start again from the home page',
      },
      lang: 'en',
    })
  })
})
