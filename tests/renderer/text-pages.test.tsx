// The HTML of the components that an owner builds pages from: a page of text with its ring, and the drawings.
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CardDrawing, HeroDrawing } from '../../shared/ui/drawing.tsx'
import { Prose } from '../../shared/ui/prose.tsx'

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
