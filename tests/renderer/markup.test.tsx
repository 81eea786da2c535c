// The HTML of the components of shared/, to which their styles belong by its classes: the header and the footer, a page of
// text with its ring, and the drawings. landmarks.test.ts has what the layout says.
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Footer } from '../../shared/layout/footer.tsx'
import { Header } from '../../shared/layout/header.tsx'
import { OwnerContext } from '../../shared/layout/owner-context.ts'
import { CopyButton } from '../../shared/ui/copy-button.tsx'
import { CardDrawing, HeroDrawing } from '../../shared/ui/drawing.tsx'
import { Prose } from '../../shared/ui/prose.tsx'
import { owner } from '../support/owner.tsx'

test.each<{ what: string; page: ReactNode; html: string }>([
  {
    what: 'a title and a text',
    page: <Prose title="Team">Words</Prose>,
    html:
      '<article class="prose"><h1>Team</h1>' +
      '<div class="prose-row"><div class="prose-text">Words</div></div></article>',
  },
  {
    what: 'a sentence in display size, which makes the title small',
    page: (
      <Prose title="Team" sentence="We build.">
        Words
      </Prose>
    ),
    html:
      '<article class="prose"><h1 class="small">Team</h1><p class="display">We build.</p>' +
      '<div class="prose-row"><div class="prose-text">Words</div></div></article>',
  },
  {
    what: 'a statement above the text, and a part below it',
    page: (
      <Prose title="Team" statement={<time>Today</time>} below={<p>More</p>}>
        Words
      </Prose>
    ),
    html:
      '<article class="prose"><h1>Team</h1><time>Today</time>' +
      '<div class="prose-row"><div class="prose-text">Words</div></div>' +
      '<section class="below"><p>More</p></section></article>',
  },
  {
    what: 'a drawing in a ring, which screen readers leave out',
    page: (
      <Prose title="Team" drawing={<circle r="9" />}>
        Words
      </Prose>
    ),
    html:
      '<article class="prose"><h1>Team</h1><div class="prose-row">' +
      '<svg viewBox="0 0 240 240" width="240" preserveAspectRatio="xMinYMin" class="drawing ring" aria-hidden="true">' +
      '<path class="line" d="M120 1a119 119 0 1 1-.1 0z"></path><circle r="9"></circle></svg>' +
      '<div class="prose-text">Words</div></div></article>',
  },
])('a page of text has $what', ({ page, html }) => {
  expect(renderToStaticMarkup(page)).toBe(html)
})

test.each<{ what: string; drawing: ReactNode; html: string }>([
  {
    what: 'of a hero',
    drawing: (
      <HeroDrawing>
        <circle r="9" />
      </HeroDrawing>
    ),
    html:
      '<svg viewBox="-330 -200 660 400" width="330" preserveAspectRatio="xMidYMax slice" class="drawing" aria-hidden="true">' +
      '<circle r="9"></circle></svg>',
  },
  {
    what: 'of a card',
    drawing: (
      <CardDrawing>
        <circle r="9" />
      </CardDrawing>
    ),
    html:
      '<svg viewBox="-160 -80 320 160" width="320" class="drawing" aria-hidden="true">' +
      '<circle r="9"></circle></svg>',
  },
])('the drawing $what has its viewBox, and screen readers leave it out', ({ drawing, html }) => {
  expect(renderToStaticMarkup(drawing)).toBe(html)
})

const links = [
  { path: '/', label: 'Home' },
  { path: '/fr', label: 'Français', lang: 'fr' },
]
const menu =
  '<ul><li><a href="/" class="menu-link" aria-current="page">Home</a></li>' +
  '<li><a href="/fr" lang="fr" class="menu-link">Français</a></li>'
const members = { path: '/members', label: 'Members' }
const slots = { HeaderEnd: () => <i>Theme</i>, FooterEnd: () => <i>Made here</i> }
const rendered = (layout: ReactNode) =>
  renderToStaticMarkup(
    <OwnerContext value={{ ...owner, company: { ...owner.company, members }, slots }}>{layout}</OwnerContext>,
  )

test('the header has the logo, its menu, what the owner adds, and the menu of small screens with its button', () => {
  expect(rendered(<Header links={links} current="/" />)).toBe(
    '<header class="header"><div class="header-row">' +
      '<a href="/" class="logo"><svg aria-hidden="true"></svg><span>Firm &amp; Co</span></a>' +
      `<nav class="header-nav" aria-label="Main">${menu}</ul></nav>` +
      '<i>Theme</i>' +
      '<button type="button" class="menu-button" popoverTarget="menu" aria-label="Open">' +
      '<svg viewBox="0 0 24 24" width="24" height="24" class="drawing" aria-hidden="true">' +
      '<path d="M3 8h18"></path><path d="M3 16h18"></path></svg></button>' +
      `<nav id="menu" class="menu" aria-label="Mobile" popover="auto">${menu}` +
      '<li><a href="/members" class="button button-primary menu-members">Members</a></li></ul></nav>' +
      '</div></header>',
  )
})

test('the footer has the company with the year, its menu, and what the owner adds', () => {
  expect(rendered(<Footer links={links} current="/" />)).toBe(
    '<footer class="footer"><div class="footer-row"><p>© 2026 Firm &amp; Co</p>' +
      `<nav aria-label="Footer">${menu}</ul></nav><i>Made here</i></div></footer>`,
  )
})

test('the button that copies a text is no button of a form', () => {
  expect(rendered(<CopyButton text="info@firm.example" />)).toBe(
    '<button type="button" class="button copy"><span aria-live="polite">Copy</span></button>',
  )
})

test('a component that needs the owner says so where a test renders it alone', () => {
  expect(() => renderToStaticMarkup(<CopyButton text="x" />)).toThrow(
    'this component needs an <OwnerContext> around it',
  )
})
