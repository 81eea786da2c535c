// How the parts of a page look: what a visitor sees or misses where a line of shared/styles/ is another. Read as data, by
// element and not by rule; tests/browser/ looks at pages in browsers.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createCascade, INHERITING_BACKDROP, type Viewer } from '../support/cascade.ts'
import { dist, manifest } from '../support/fixture-site.ts'

const htmlOf = (file: string) => readFileSync(join(dist, file), 'utf8')
const pageAt = (file: string) => createCascade(manifest.style, htmlOf(file))
const everything = pageAt('musterseite.html')
const contact = pageAt('kontakt.html')
const hydrated = createCascade(
  manifest.style,
  htmlOf('musterseite.html').replace('<html ', '<html data-hydrated="" '),
)
const rightToLeft = createCascade(
  manifest.style,
  htmlOf('musterseite.html').replace('<html ', '<html dir="rtl" '),
)

// The tokens of tests/fixture/ in the light scheme.
const PAPER = '#fbf9f0'
const SURFACE = '#fefdfa'
const EDGE = '#c0c4cb'
const INK = '#0b2519'
const MUTED = '#3a4d42'
const ACCENT = '#00774c'

/** What shared/ui/prose.tsx and Markdown write, and no page of the fixture has. */
const parts = createCascade(
  manifest.style,
  `<main class="main">
    <article class="prose">
      <h1 class="small">A title</h1><p class="display">A sentence</p><p class="address">An address</p>
      <div class="prose-row"><svg class="drawing ring">${['line', 'surface', 'path', 'solid', 'data', 'team'].map(name => `<path class="${name}"/>`).join('')}</svg>
        <div class="prose-text"><p class="statement">A statement</p><output>7</output><h2>A heading</h2><h3>Another</h3><p>A text</p><div class="prose-text">Markdown</div><section><p>Of a section</p><h2>Its heading</h2><h3>One below it</h3><button type="button">Its button</button></section><a href="/" class="button">Go</a></div>
      </div>
      <section class="below"><blockquote><p>A voice</p><ul><li>One</li><li>Two</li></ul></blockquote>
        <details open><summary>A question</summary><p>An <b>answer</b></p><details><summary>Another</summary></details></details><samp>Output</samp><p class="address">Another address</p>
      </section>
    </article>
    <nav class="menu"><a href="/members" class="button button-primary menu-members">Members</a></nav>
    <ul class="columns"><li><h2><a href="/">A page</a></h2><h3><a href="/">Another</a></h3><p>Its <a href="/">words</a></p></li></ul>
    <table><tr><td class="right">1</td><td class="center">2</td></tr></table>
  </main>`,
)

/** Every type of button and field, of which the fixture has some alone. */
const controls = createCascade(
  manifest.style,
  `<main class="main"><form>
    ${['checkbox', 'radio', 'range', 'color', 'image', 'submit', 'button', 'reset'].map(type => `<input type="${type}"><input type="${type}" class="own">`).join('')}
    <button>Send</button><button class="own">Send</button><p><button>Send</button></p><a class="button">Go</a>
    <select multiple></select><select size="4"></select><select disabled></select><textarea disabled></textarea>
    <input name="right" aria-invalid="false"><label><span><input type="checkbox"></span></label>
    <fieldset><legend>Which? <small>One</small></legend></fieldset>
  </form><dialog><p>A <b>bold</b> <i>word</i></p></dialog></main>`,
)

/** What comes first, between and last, each by its id. */
const order = createCascade(
  manifest.style,
  `<main class="main"><article class="prose">
    <div class="prose-text">
      <ul id="list-at-the-beginning"><li>One</li></ul><p id="paragraph-after-a-list">A text</p>
      <details id="first-question"><summary id="question-itself">A question</summary><p id="paragraph-before-a-list">An answer</p><ul id="list-at-the-end-of-an-answer"><li>One</li></ul></details>
      <details id="next-question"><summary>Another</summary><p>An answer</p></details>
      <p>A text</p>
      <details id="question-after-a-paragraph"><summary>A third</summary></details>
      <h2>A heading</h2><p>A text</p><h3 id="heading-after-a-paragraph">Another</h3>
      <blockquote><p id="quotation">One</p><p id="rest-of-the-quotation">Two</p></blockquote>
      <table><tbody><tr id="first-row"><td id="last-td">1</td><th id="last-th">2</th></tr><tr id="last-row"></tr></tbody></table>
    </div>
    <section class="below"><h3 id="title-below">Below</h3><p id="text-below">A text</p></section>
    <dialog><h2 id="title-of-a-dialog">A dialog</h2><p id="text-of-a-dialog">A text</p></dialog>
  </article></main>`,
)

/** These properties of an element. */
const look = (element: string, properties: readonly string[], viewer: Viewer = {}, page = everything) =>
  Object.fromEntries(properties.map(property => [property, page(element, property, viewer)]))

// Of two rules for one element the later layer wins, whatever their selectors.
describe('the layers of the style', () => {
  const { style } = manifest

  test('come from weak to strong: what a page imports is stronger than our parts, and paper than all', () => {
    const names = [...style.matchAll(/@layer (\w+)/g)].map(([, name]) => name)
    expect([...new Set(names)]).toEqual(['tokens', 'base', 'layout', 'parts', 'text', 'pages', 'modes'])
  })

  test.each([
    { rule: '--paper:', layer: 'tokens' },
    { rule: '@font-face', layer: 'base' },
    { rule: '.visually-hidden', layer: 'base' },
    { rule: 'figcaption', layer: 'base' },
    { rule: '.header-nav', layer: 'layout' },
    { rule: '@keyframes open', layer: 'layout' },
    { rule: '.footer-row{', layer: 'layout' },
    { rule: '.button-primary', layer: 'parts' },
    { rule: '.drawing .surface', layer: 'parts' },
    { rule: '.prose-text{', layer: 'text' },
    { rule: 'fieldset{', layer: 'pages' },
    { rule: '@media (prefers-reduced-motion){', layer: 'modes' },
    { rule: '@media (prefers-contrast:more)', layer: 'modes' },
    { rule: '@media print{:root', layer: 'modes' },
  ])('have $rule in $layer', ({ rule, layer }) => {
    const before = style.slice(0, style.indexOf(rule))
    const [, found] = [...before.matchAll(/@layer (\w+) ?\{/g)].at(-1) ?? []
    expect({ isThere: style.includes(rule), layer: found }).toEqual({ isThere: true, layer })
  })
})

describe('the window', () => {
  test('never scrolls sideways, and has a place for its scrollbar on each page', () => {
    expect({ html: everything('html', 'overflow'), body: everything('body', 'overflow-x') }).toEqual({
      html: 'hidden scroll',
      body: 'clip',
    })
  })

  test('has a footer at its end where the page is short', () => {
    expect({
      ...look('body', ['display', 'flex-direction', 'min-block-size']),
      main: everything('.main', 'flex'),
    }).toEqual({ display: 'flex', 'flex-direction': 'column', 'min-block-size': '100dvb', main: '1' })
  })

  test.each(['.main', '.header-row', '.footer-row'])(
    'has margins, and no lines of more than 72 rem: %s',
    element => {
      expect(look(element, ['inline-size', 'margin-inline'])).toEqual({
        'inline-size': 'min(72rem, 100% - 2 * clamp(16px, 5vw, 40px))',
        'margin-inline': 'auto',
      })
    },
  )

  test('begins a fragment below the header', () => {
    expect(everything('html', 'scroll-padding-block-start')).toBe('calc(min(4rem, 12.5svh) + 3rem)')
  })

  test('does not zoom at two quick taps, and keeps the size of the text when a phone is turned', () => {
    expect(look('html', ['touch-action', 'text-size-adjust'])).toEqual({
      'touch-action': 'manipulation',
      'text-size-adjust': 'none',
    })
  })

  test('breaks a word only where it fits into no line, and hyphenates long ones', () => {
    expect({
      text: look('body', ['overflow-wrap', 'hyphens', 'hyphenate-limit-chars']),
      header: everything('.header', 'hyphens'),
      footer: everything('.footer', 'hyphens'),
      email: contact('[href^="mailto:"]', 'hyphens'),
    }).toEqual({
      text: { 'overflow-wrap': 'anywhere', hyphens: 'auto', 'hyphenate-limit-chars': '14 5 5' },
      header: 'manual',
      footer: 'manual',
      email: 'manual',
    })
  })

  test('hyphenates nothing where a browser would hyphenate headings, too', () => {
    const viewer = { lacks: ['(hyphenate-limit-chars: 14)'] }
    expect(everything('body', 'hyphens', viewer)).toBeUndefined()
  })
})

describe('the focus', () => {
  const focused = { states: [':focus', ':focus-visible'] }

  test.each(['.prose-text a', '.button', '[name=name]', 'summary'])(
    'is a line around the element: %s',
    element => {
      expect(look(element, ['outline', 'outline-offset'], focused)).toEqual({
        outline: `2px solid ${ACCENT}`,
        'outline-offset': '4px',
      })
    },
  )

  test('is inside of a link of the header and of the menu, where the outside is cut off', () => {
    expect({
      header: everything('.header-nav .menu-link', 'outline-offset', focused),
      menu: everything('.menu .menu-link', 'outline-offset', focused),
    }).toEqual({ header: '-.375rem', menu: '-4px' })
  })

  test.each(['.footer-row .menu-link', '.header-nav .menu-link', '.button', '.next', '[name=name]'])(
    'changes no colour and no size: %s',
    element => {
      const names = ['color', 'background', 'border', 'border-color', 'text-decoration-color', 'scale']
      expect(look(element, names, focused)).toEqual(look(element, names))
    },
  )

  test('is on the field where its button has it', () => {
    expect(everything('[type=date]', 'outline', { states: [':focus-within'] })).toBe(`2px solid ${ACCENT}`)
  })

  test('shows the skip link, over everything', () => {
    const names = ['position', 'inline-size', 'clip-path', 'z-index']
    expect({ before: look('.skip-link', names), focused: look('.skip-link', names, focused) }).toEqual({
      before: { position: 'absolute', 'inline-size': '1px', 'clip-path': 'inset(50%)', 'z-index': '2' },
      focused: { position: 'fixed', 'inline-size': undefined, 'clip-path': undefined, 'z-index': '2' },
    })
  })
})

describe('words for a screen reader alone', () => {
  test('are not seen, and take no space', () => {
    const names = ['position', 'inline-size', 'block-size', 'overflow', 'clip-path', 'white-space']
    expect(look('.visually-hidden', names)).toEqual({
      position: 'absolute',
      'inline-size': '1px',
      'block-size': '1px',
      overflow: 'hidden',
      'clip-path': 'inset(50%)',
      'white-space': 'nowrap',
    })
  })
})

describe('the header', () => {
  test('stays at the top, over the page', () => {
    expect(look('.header', ['position', 'inset-block-start', 'z-index', 'background'])).toEqual({
      position: 'sticky',
      'inset-block-start': '0',
      'z-index': '1',
      background: PAPER,
    })
  })

  test.each([
    { width: 767, links: 'none', button: 'grid', menu: undefined },
    { width: 768, links: 'block', button: 'none', menu: 'none' },
  ])('has links in windows from 768 px on, and before a button: $width px', ({ width, ...shown }) => {
    expect({
      links: everything('.header-nav', 'display', { width }),
      button: everything('.menu-button', 'display', { width }),
      menu: everything('.menu', 'display', { width }),
    }).toEqual(shown)
  })

  test('has a line under the link to the current page, and under one that is pointed at', () => {
    const home = pageAt('index.html')
    const line = (current: string, viewer?: Viewer) =>
      pageAt('leistungen.html')(`.header-nav .menu-link${current}::after`, 'scale', viewer)
    expect(home('.header-nav .menu-link::after', 'border-block-end')).toBe(`2px solid ${ACCENT}`)
    expect({
      current: line('[aria-current]'),
      other: line(':not([aria-current])'),
      pointedAt: line(':not([aria-current])', { states: [':hover'] }),
    }).toEqual({ current: '1', other: '0 1', pointedAt: '1' })
  })

  test('has targets of at least 44 px', () => {
    const sizes = ['min-block-size', 'min-inline-size']
    expect({
      link: look('.header-nav .menu-link', sizes),
      button: look('.menu-button', ['inline-size', 'block-size']),
      logo: look('.logo', ['min-block-size']),
    }).toEqual({
      link: { 'min-block-size': '2.75rem', 'min-inline-size': '2.75rem' },
      button: { 'inline-size': '2.75rem', 'block-size': '2.75rem' },
      logo: { 'min-block-size': '2.75rem' },
    })
  })
})

describe('the menu of small windows', () => {
  const narrow = { width: 400 }
  const opened = { ...narrow, states: [':popover-open'] }

  test('lies below the header, is never longer than the window, and scrolls', () => {
    expect(look('.menu', ['position', 'inset', 'max-block-size', 'overflow-y'], narrow)).toEqual({
      position: 'fixed',
      inset: 'min(4rem, 12.5svh) 0 auto',
      'max-block-size': 'calc(100dvb - min(4rem, 12.5svh))',
      'overflow-y': 'auto',
    })
  })

  // Of keyframes, which belong to no element, the style itself: as Lightning CSS writes it.
  test('comes from a little above its place, out of nothing', () => {
    const [, keyframes] = /@keyframes open ?\{(.*?\})\}/.exec(manifest.style) ?? []
    expect(keyframes).toBe('0%{opacity:0;translate:0 -.75rem}')
  })

  test('has a shade around it, below the header', () => {
    expect(look('.menu', ['box-shadow', 'clip-path', 'background'], narrow)).toEqual({
      'box-shadow': '0 0 0 100vmax #02030659',
      'clip-path': 'inset(0 0 -100vmax)',
      background: PAPER,
    })
  })

  test('makes a cross of its button while it is open', () => {
    const lines = ['.menu-button path', '.menu-button path + path']
    expect({
      open: lines.map(line => everything(line, 'transform', opened)),
      closed: lines.map(line => everything(line, 'transform', narrow)),
    }).toEqual({
      open: ['translateY(4px) rotate(45deg)', 'translateY(-4px) rotate(-45deg)'],
      closed: [undefined, undefined],
    })
  })

  // https://www.w3.org/TR/WCAG22/#focus-not-obscured-minimum
  test('is closed before the script has come, too, when the focus leaves it or one of its links is clicked', () => {
    const leaving = { ...opened, states: [':popover-open', ':focus', ':focus-visible'], at: '.main a' }
    const clicking = { ...opened, states: [':popover-open', ':focus'], at: '.menu a' }
    const closed = ['display', 'opacity', 'pointer-events']
    expect({
      leaving: look('.menu', closed, leaving),
      clicking: look('.menu', closed, clicking),
      withScript: look('.menu', closed, leaving, hydrated),
      clickingWithScript: look('.menu', closed, clicking, hydrated),
      pressing: look('.menu', closed, { ...clicking, states: [...clicking.states, ':active'] }),
    }).toEqual({
      leaving: { display: 'none', opacity: undefined, 'pointer-events': undefined },
      clicking: { display: undefined, opacity: '0', 'pointer-events': 'none' }, // It keeps the focus, and stays closed.
      withScript: { display: undefined, opacity: undefined, 'pointer-events': undefined },
      clickingWithScript: { display: undefined, opacity: undefined, 'pointer-events': undefined },
      pressing: { display: undefined, opacity: undefined, 'pointer-events': undefined }, // Or the link would get no click.
    })
  })

  test.each([
    { at: '.prose-text a', display: 'none' },
    { at: '.prose-text button', display: 'none' },
    { at: '.main', display: 'none' }, // The skip link leads there.
    { at: '.menu-button', display: undefined },
    { at: '.menu a', display: undefined },
    { at: '.menu', display: undefined }, // Firefox focuses what scrolls.
  ])('is $display before the script has come when the focus is at $at', ({ at, display }) => {
    const viewer = { ...narrow, states: [':popover-open', ':focus', ':focus-visible'], at }
    expect(look('.menu', ['display', 'opacity'], viewer)).toEqual({ display, opacity: undefined })
  })

  test('is as it was while it is closed, wherever the focus is', () => {
    const style = ['display', 'opacity']
    expect({
      byKeys: look('.menu', style, { ...narrow, states: [':focus', ':focus-visible'], at: '*' }),
      byClick: look('.menu', style, { ...narrow, states: [':focus'], at: '*' }),
    }).toEqual({
      byKeys: { display: undefined, opacity: undefined },
      byClick: { display: undefined, opacity: undefined },
    })
  })

  test('marks the current page by a ring', () => {
    const page = pageAt('leistungen.html')
    expect(
      look('.menu .menu-link[aria-current]::after', ['content', 'border', 'border-radius'], narrow, page),
    ).toEqual({
      content: '""',
      border: `2px solid ${ACCENT}`,
      'border-radius': '100rem',
    })
    expect(page('.menu .menu-link:not([aria-current])::after', 'content', narrow)).toBeUndefined()
  })

  test('has links of the header in browsers without popovers, and no button', () => {
    const partsFor = (viewer: Viewer) => ({
      button: everything('.menu-button', 'display', viewer),
      menu: everything('.menu', 'position', viewer),
      links: everything('.menu ul', 'display', viewer),
      row: everything('.header-row', 'flex-wrap', viewer),
      header: everything('.header', 'position', viewer),
      headerOfDesk: everything('.header', 'position', { ...viewer, width: 768 }),
    })
    expect({
      without: partsFor({ width: 767, lacks: ['selector(:popover-open)'] }),
      with: partsFor({ width: 767 }),
    }).toEqual({
      without: {
        button: 'none',
        menu: undefined,
        links: 'flex',
        row: 'wrap',
        header: 'relative', // So many lines would cover the page.
        headerOfDesk: 'sticky',
      },
      with: {
        button: 'grid',
        menu: 'fixed',
        links: undefined,
        row: undefined,
        header: 'sticky',
        headerOfDesk: 'sticky',
      },
    })
  })
})

describe('a text', () => {
  test.each([
    { width: 639, columns: 'minmax(10rem, 1fr) auto / minmax(0, 1fr)' },
    { width: 640, columns: '1fr / repeat(2, minmax(0, 1fr))' },
  ])('stands beside its drawing in windows from 640 px on: $width px', ({ width, columns }) => {
    expect(contact('.prose-row', 'grid-template', { width })).toBe(columns)
  })

  test('takes both columns where it has no drawing', () => {
    expect(everything('.prose-text:only-child', 'grid-column')).toBe('1 / -1')
  })

  test.each(['p', 'ul', 'ol', 'dl', 'blockquote', 'form', 'fieldset', 'details'])(
    'has lines of at most 34 em: %s',
    name => {
      const text = createCascade(manifest.style, `<div class="prose-text"><${name}>Words</${name}></div>`)
      expect(text(`.prose-text > ${name}`, 'max-inline-size')).toBe('34em')
    },
  )

  test('has headings of three sizes', () => {
    const page = 'min(72rem, 100vw - 2 * clamp(16px, 5vw, 40px))'
    expect({
      h1: parts('.display', 'font-size'),
      h2: everything('.prose-text > h2', 'font-size'),
      h3: everything('.prose-text > h3', 'font-size'),
    }).toEqual({
      h1: `min(.11 * ${page}, max(2.25rem, min(.078 * ${page}, 13svh)))`,
      h2: 'clamp(1.625rem, 1.4rem + 1vw, 2.125rem)',
      h3: 'clamp(1.25rem, 1.1rem + .75vw, 1.5rem)',
    })
  })

  test('has bullets and numbers, but not where a list has a class', () => {
    expect({
      list: everything('.main ul:not([class])', 'list-style'), // Lightning CSS writes disc so.
      within: everything('.main ul ul', 'list-style'),
      indent: everything('.main ul:not([class])', 'padding-inline-start'),
      numbers: everything('.main ol', 'padding-inline-start'),
      menu: everything('.header-nav ul', 'list-style'),
    }).toEqual({ list: 'outside', within: 'circle', indent: '1.25em', numbers: '1.25em', menu: 'none' })
  })

  test('has links that are underlined in the colour of the brand', () => {
    expect(
      look('.prose-text p a', [
        'color',
        'text-decoration',
        'text-decoration-color',
        'text-decoration-thickness',
      ]),
    ).toEqual({
      color: 'inherit',
      'text-decoration': undefined, // That of the browser: an underline.
      'text-decoration-color': ACCENT,
      'text-decoration-thickness': '2px',
    })
  })

  test('has quotations with a line at their start', () => {
    expect(look('blockquote', ['border-inline-start', 'padding-inline-start'])).toEqual({
      'border-inline-start': `2px solid ${ACCENT}`,
      'padding-inline-start': '1.5rem',
    })
  })

  test('has code in letters of one width, whose lines wrap', () => {
    expect({ font: everything('pre', 'font-family'), wrap: everything('pre', 'white-space') }).toEqual({
      font: 'ui-monospace, monospace',
      wrap: 'pre-wrap',
    })
  })

  test('has questions with a chevron that turns when one is open', () => {
    expect({
      closed: everything('details:not([open]) summary::after', 'rotate'),
      open: everything('details[open] summary::after', 'rotate'),
      cursor: everything('summary', 'cursor'),
      marker: everything('summary::-webkit-details-marker', 'display'), // Safari has one of its own.
      height: everything('summary', 'min-block-size'),
    }).toEqual({ closed: '45deg', open: '225deg', cursor: 'pointer', marker: 'none', height: '3.25rem' })
  })

  test('has pictures and videos that are never wider than it, in their proportions', () => {
    for (const element of ['img', 'picture', 'video'])
      expect(look(element, ['max-inline-size', 'block-size'])).toEqual({
        'max-inline-size': '100%',
        'block-size': 'auto',
      })
  })

  test('has small numbers that move no line', () => {
    expect({ sub: everything('sub', 'line-height'), sup: everything('sup', 'line-height') }).toEqual({
      sub: '0',
      sup: '0',
    })
  })

  test('has no copy button before the script has come', () => {
    const withScript = createCascade(
      manifest.style,
      htmlOf('kontakt.html').replace('<html ', '<html data-hydrated="" '),
    )
    expect({ before: contact('.copy', 'visibility'), after: withScript('.copy', 'visibility') }).toEqual({
      before: 'hidden',
      after: undefined,
    })
  })

  test('has an e-mail address that is written from left to right, and breaks between its parts', () => {
    expect({
      direction: contact('.address a', 'direction'),
      part: contact('.address span', 'display'),
      width: contact('.address a', 'inline-size'),
    }).toEqual({ direction: 'ltr', part: 'inline-block', width: 'fit-content' })
  })
})

describe('a table', () => {
  test('scrolls where the window is narrower, alone or in an element around it', () => {
    for (const element of ['.table', '.prose-text > table'])
      expect(look(element, ['display', 'overflow-x'])).toEqual({ display: 'block', 'overflow-x': 'auto' })
  })

  test('has lines between its rows, and one below the last', () => {
    expect({
      row: look('tbody tr', ['border', 'border-block-start-width']),
      last: everything('tbody tr:last-child', 'border-block-end-width'),
      head: everything('thead tr', 'border'),
      collapsed: everything('table', 'border-collapse'),
    }).toEqual({
      row: { border: `0 solid ${EDGE}`, 'border-block-start-width': '1px' },
      last: '1px',
      head: '0',
      collapsed: 'collapse',
    })
  })

  test('breaks no word, has numbers of one width, its words at the start and its caption below', () => {
    expect({
      ...look('table', ['overflow-wrap', 'font-variant-numeric', 'inline-size']),
      cell: look('td', ['text-align', 'padding-inline-end']),
      last: everything('td:last-child', 'padding-inline-end'),
      caption: everything('caption', 'caption-side'),
    }).toEqual({
      'overflow-wrap': 'normal',
      'font-variant-numeric': 'tabular-nums',
      'inline-size': '100%',
      cell: { 'text-align': 'start', 'padding-inline-end': '1.5rem' },
      last: '0',
      caption: 'bottom',
    })
  })

  test('has the columns of Markdown at the right and in the middle', () => {
    expect({ right: parts('.right', 'text-align'), center: parts('.center', 'text-align') }).toEqual({
      right: 'end',
      center: 'center',
    })
  })
})

describe('columns', () => {
  test('are as many as fit, each at least 13 rem wide, or as wide as the window', () => {
    expect({
      columns: parts('.columns', 'grid-template-columns'),
      link: parts('.columns a', 'min-block-size'),
      list: parts('.columns', 'list-style'),
    }).toEqual({
      columns: 'repeat(auto-fit, minmax(min(13rem, 100%), 1fr))',
      link: '2.75rem',
      list: 'none',
    })
  })
})

describe('a button', () => {
  test.each([
    {
      what: 'is a line',
      element: '.button:not(.button-primary)',
      states: [],
      background: 'none',
      color: 'inherit',
    },
    { what: 'is full', element: '.button-primary', states: [], background: INK, color: PAPER },
    {
      what: 'is full when it is pointed at',
      element: '.button:not(.button-primary)',
      states: [':hover'],
      background: INK,
      color: PAPER,
    },
    {
      what: 'is a line when it is pointed at',
      element: '.button-primary',
      states: [':hover'],
      background: PAPER,
      color: INK,
    },
  ])('$what: $element', ({ element, states, background, color }) => {
    expect(look(element, ['background', 'color'], { states })).toEqual({ background, color })
  })

  test('gives way when it is pressed', () => {
    expect({
      pressed: everything('.button', 'scale', { states: [':active'] }),
      otherwise: everything('.button', 'scale'),
    }).toEqual({ pressed: '.97', otherwise: undefined })
  })

  test('that is disabled is dashed, and takes no click', () => {
    expect(look('.button:disabled', ['border-style', 'color', 'pointer-events'])).toEqual({
      'border-style': 'dashed',
      color: MUTED,
      'pointer-events': 'none',
    })
  })

  test('is a target of 52 px', () => {
    expect({
      own: everything('.button', 'min-block-size'),
      plain: everything('.prose-text > button', 'min-block-size'),
    }).toEqual({
      own: '3.25rem',
      plain: '3.25rem',
    })
  })

  test('stands at the start of a text, and not over its whole width', () => {
    expect({
      button: everything('.prose-text > button', 'place-self'),
      link: parts('.prose-text > a.button', 'place-self'),
    }).toEqual({ button: 'start', link: 'start' })
  })

  test('several stand beside each other, and below each other where the window is narrow', () => {
    expect(look('.actions', ['display', 'flex-wrap', 'gap'])).toEqual({
      display: 'flex',
      'flex-wrap': 'wrap',
      gap: '.75rem',
    })
  })
})

describe('a button without a class, of each kind,', () => {
  const kinds = ['button', '[type=submit]', '[type=button]', '[type=reset]']

  test.each(kinds)('looks like the others, and one with a class as its class says: %s', kind => {
    const names = ['min-block-size', 'border', 'background', 'color']
    const others = {
      'min-block-size': '3.25rem',
      border: `1.5px solid ${INK}`,
      background: 'none',
      color: INK,
    }
    expect(look(`${kind}:not([class])`, names, {}, controls)).toEqual(others)
    expect(controls(`${kind}.own`, 'min-block-size')).toBeUndefined()
  })

  test.each(kinds)('is full when it is pointed at, and gives way when it is pressed: %s', kind => {
    const button = (viewer?: Viewer) =>
      look(`${kind}:not([class])`, ['background', 'color', 'scale'], viewer, controls)
    expect({
      pointedAt: button({ states: [':hover'] }),
      pressed: button({ states: [':active'] }),
      ofAClass: look(`${kind}.own`, ['color', 'scale'], { states: [':hover', ':active'] }, controls),
    }).toEqual({
      pointedAt: { background: INK, color: PAPER, scale: undefined },
      pressed: { background: 'none', color: INK, scale: '.97' },
      ofAClass: { color: 'inherit', scale: undefined },
    })
  })
})

describe('the link to the next page', () => {
  test('has an arrow that points to it, in each direction of writing', () => {
    const hover = { states: [':hover'] }
    const arrow = (page: typeof everything, viewer?: Viewer) =>
      look('.next::after', ['rotate', 'translate'], viewer, page)
    expect({
      ltr: arrow(everything),
      ltrHover: arrow(everything, hover),
      rtl: arrow(rightToLeft),
      rtlHover: arrow(rightToLeft, hover),
      chevron: rightToLeft('details:not([open]) summary::after', 'rotate'), // It points down.
    }).toEqual({
      ltr: { rotate: '45deg', translate: undefined },
      ltrHover: { rotate: '45deg', translate: '.375rem' },
      rtl: { rotate: '-135deg', translate: undefined },
      rtlHover: { rotate: '-135deg', translate: '-.375rem' },
      chevron: '45deg',
    })
  })

  test("the members' link in the menu has that arrow, too", () => {
    const menu = '<nav class="menu"><a href="/" class="button menu-members">Members</a></nav>'
    const arrow = (direction: string) =>
      createCascade(manifest.style, `<html dir="${direction}">${menu}`)('.menu-members::after', 'rotate')
    expect({ ltr: arrow('ltr'), rtl: arrow('rtl') }).toEqual({ ltr: '45deg', rtl: '-135deg' })
  })

  test('a drawing is mirrored where words run from right to left', () => {
    expect({ ltr: everything('.drawing', 'scale'), rtl: rightToLeft('.drawing', 'scale') }).toEqual({
      ltr: undefined,
      rtl: '-1 1',
    })
  })
})

describe('a form', () => {
  test.each(['[name=name]', '[name=email]', '[name=size]', '[name=message]', '[name=search]'])(
    'has fields with a border, as wide as a text and as high as a finger: %s',
    element => {
      expect(
        look(element, ['border', 'inline-size', 'max-inline-size', 'min-block-size', 'background']),
      ).toEqual({
        border: `1.5px solid ${MUTED}`,
        'inline-size': '100%',
        'max-inline-size': '34em',
        'min-block-size': '3.25rem',
        background: '#fefdfa',
      })
    },
  )

  test('has fields of a few digits that are not so wide', () => {
    expect({
      date: everything('[type=date]', 'max-inline-size'),
      number: everything('[type=number]', 'max-inline-size'),
    }).toEqual({ date: '16rem', number: '16rem' })
  })

  test.each(['date', 'time', 'month', 'week', 'datetime-local', 'number'])(
    'has a narrow field, with digits of one width, for a %s',
    type => {
      const form = createCascade(manifest.style, `<form><label>When? <input type="${type}"></label></form>`)
      expect(look('input', ['max-inline-size', 'font-variant-numeric'], {}, form)).toEqual({
        'max-inline-size': '16rem',
        'font-variant-numeric': 'tabular-nums',
      })
    },
  )

  test('marks a field that is wrong by a colour and by a line at its start', () => {
    const wrong = ['border-color', 'border-inline-start-width']
    expect({
      saidSo: look('[aria-invalid]', wrong),
      byVisitor: look('[name=name]', wrong, { states: [':user-invalid'] }),
      right: look('[name=name]', wrong),
      saidToBeRight: look('[name=right]', wrong, {}, controls),
    }).toEqual({
      saidSo: { 'border-color': ACCENT, 'border-inline-start-width': '.5rem' },
      byVisitor: { 'border-color': ACCENT, 'border-inline-start-width': '.5rem' },
      right: { 'border-color': undefined, 'border-inline-start-width': undefined },
      saidToBeRight: { 'border-color': undefined, 'border-inline-start-width': undefined },
    })
  })

  test('shows placeholders in a colour that can be read', () => {
    expect(look('[name=name]::placeholder', ['color', 'opacity'])).toEqual({ color: MUTED, opacity: '1' })
  })

  test.each(['checkbox', 'radio', 'range', 'color', 'image', 'submit', 'button', 'reset'])(
    'has no field to write in for a %s',
    type => {
      expect(controls(`[type=${type}]`, 'caret-color')).toBeUndefined()
    },
  )

  test('lets a text grow downwards alone', () => {
    expect(look('textarea', ['resize', 'block-size'])).toEqual({ resize: 'vertical', 'block-size': '9rem' })
  })
})

describe('a box to tick', () => {
  const tick = [
    'content',
    'border-style',
    'border-color',
    'border-width',
    'inline-size',
    'block-size',
    'rotate',
  ]

  test('is as large as a line, has a border, and a label that is a target of 44 px', () => {
    expect({
      box: look('[name=evening]', ['appearance', 'inline-size', 'block-size', 'border', 'margin-inline-end']),
      label: look('label:has([name=evening])', ['display', 'min-block-size', 'font-weight']),
    }).toEqual({
      box: {
        appearance: 'none',
        'inline-size': '1.5rem',
        'block-size': '1.5rem',
        border: `1.5px solid ${MUTED}`,
        'margin-inline-end': '.75rem',
      },
      label: { display: 'flex', 'min-block-size': '2.75rem', 'font-weight': '400' },
    })
  })

  test('has a tick when it is ticked, and nothing in it otherwise', () => {
    expect({
      ticked: look('[name=morning]::before', tick),
      border: everything('[name=morning]', 'border'),
      empty: everything('[name=evening]::before', 'content'),
    }).toEqual({
      ticked: {
        content: '""',
        'border-style': 'solid',
        'border-color': ACCENT,
        'border-width': '0 3px 3px 0',
        'inline-size': '.45rem',
        'block-size': '.85rem',
        rotate: '45deg',
      },
      border: `2px solid ${ACCENT}`,
      empty: undefined,
    })
  })

  test('has a line when it is ticked in part', () => {
    const partly = { states: [':indeterminate'] }
    const line = ['content', 'border-width', 'inline-size', 'block-size', 'rotate']
    expect(look('[name=weekdays]::before', line, partly)).toEqual({
      content: '""',
      'border-width': '3px 0 0',
      'block-size': undefined,
      'inline-size': '.75rem',
      rotate: 'none',
    })
  })
})

describe('a radio button', () => {
  test('is round, and has a dot when it is chosen', () => {
    const dot = ['content', 'border-width', 'border-radius']
    expect({
      round: everything('[type=radio]', 'border-radius'),
      chosen: look('[type=radio]:checked::before', dot),
    }).toEqual({
      round: '100rem',
      chosen: { content: '""', 'border-width': '.35rem', 'border-radius': '100rem' },
    })
  })

  test('has a label beside it that is not strong, and a target of 44 px', () => {
    expect(look('label:has([type=radio])', ['display', 'min-block-size', 'font-weight'])).toEqual({
      display: 'flex',
      'min-block-size': '2.75rem',
      'font-weight': '400',
    })
  })

  // https://html.spec.whatwg.org/multipage/semantics-other.html#selector-indeterminate
  test('looks empty in a group of which none is chosen, which is indeterminate', () => {
    const viewer = { states: [':indeterminate'] }
    expect({
      border: everything('[type=radio]:not(:checked)', 'border', viewer),
      dot: everything('[type=radio]:not(:checked)::before', 'content', viewer),
    }).toEqual({ border: `1.5px solid ${MUTED}`, dot: 'none' })
  })
})

describe('a range', () => {
  test('is a line with a knob, in every browser', () => {
    expect({
      range: look('[type=range]', ['appearance', 'color', 'block-size', 'max-inline-size']),
      tracks: ['-webkit-slider-runnable-track', '-moz-range-track'].map(track =>
        everything(`[type=range]::${track}`, 'border-block-start'),
      ),
      knobs: ['-webkit-slider-thumb', '-moz-range-thumb'].map(knob =>
        look(`[type=range]::${knob}`, ['inline-size', 'block-size', 'border', 'border-radius', 'box-sizing']),
      ),
      centred: everything('[type=range]::-webkit-slider-thumb', 'margin-block-start'),
    }).toEqual({
      range: {
        appearance: 'none',
        color: ACCENT,
        'block-size': '2.75rem',
        'max-inline-size': '34em',
      },
      tracks: [`2px solid ${MUTED}`, `2px solid ${MUTED}`],
      knobs: Array(2).fill({
        'inline-size': '1.5rem',
        'block-size': '1.5rem',
        border: '.75rem solid',
        'border-radius': '100rem',
        'box-sizing': 'border-box',
      }),
      centred: 'calc(-.75rem - 2px / 2)',
    })
  })

  test('is grey where it is disabled', () => {
    expect(everything('[type=range]:disabled', 'color')).toBe(MUTED)
  })
})

test('a progress bar is a frame that is full as far as it is, in every browser', () => {
  expect({
    bar: look('progress', ['appearance', 'border', 'color', 'block-size']),
    done: ['-webkit-progress-value', '-moz-progress-bar'].map(part =>
      everything(`progress::${part}`, 'background'),
    ),
    rest: everything('progress::-webkit-progress-bar', 'background'),
  }).toEqual({
    bar: { appearance: 'none', border: `1.5px solid ${MUTED}`, color: ACCENT, 'block-size': '.75rem' },
    done: [ACCENT, ACCENT],
    rest: 'none',
  })
})

test('a field for a file is dashed, and its button looks like the others', () => {
  const button = ['min-block-size', 'border', 'border-radius', 'font-weight', 'cursor', 'margin-inline-end']
  expect({
    field: look('[type=file]', ['border-style', 'cursor', 'padding']),
    button: look('[type=file]::file-selector-button', button),
  }).toEqual({
    field: { 'border-style': 'dashed', cursor: 'pointer', padding: '.5rem' },
    button: {
      'min-block-size': '2.75rem',
      border: `1.5px solid ${INK}`,
      'border-radius': '100rem',
      'font-weight': '600',
      cursor: 'pointer',
      'margin-inline-end': '.75rem',
    },
  })
})

test('a colour has a field of the height of the others', () => {
  expect(look('[type=color]', ['display', 'inline-size', 'block-size', 'border', 'cursor'])).toEqual({
    display: 'block',
    'inline-size': '5rem',
    'block-size': '3.25rem',
    border: `1.5px solid ${MUTED}`,
    cursor: 'pointer',
  })
})

test('a choice has its list in the middle of the field, and an arrow, where browsers let it', () => {
  expect({
    select: look('select', ['appearance', 'display', 'align-items']),
    arrow: everything('select::picker-icon', 'color'),
    otherwise: everything('select', 'display', { lacks: ['(appearance: base-select)'] }),
    ofMany: look('select[multiple]', ['appearance', 'display'], {}, controls),
    ofFourLines: look('select[size]', ['appearance', 'display'], {}, controls),
  }).toEqual({
    select: { appearance: 'base-select', display: 'flex', 'align-items': 'center' },
    arrow: ACCENT,
    otherwise: 'block',
    ofMany: { appearance: undefined, display: 'block' },
    ofFourLines: { appearance: undefined, display: 'block' },
  })
})

test('a label stands above its field, and is strong', () => {
  expect({
    ...look('label', ['display', 'font-weight', 'color']),
    field: everything('[name=name]', 'display'),
  }).toEqual({ display: 'block', 'font-weight': '600', color: INK, field: 'block' })
})

test('the legend of a group of fields is strong, in the colour of the text, above the fields', () => {
  expect(look('legend', ['display', 'font-weight', 'color'])).toEqual({
    display: 'block',
    'font-weight': '600',
    color: INK,
  })
})

test('a group of fields has no frame, and a form no column that is wider than it', () => {
  expect({
    group: look('fieldset', ['border', 'min-inline-size']),
    form: look('main form', ['display', 'grid-template-columns', 'gap']),
  }).toEqual({
    group: { border: '0', 'min-inline-size': '0' },
    form: { display: 'grid', 'grid-template-columns': 'minmax(0, 1fr)', gap: '1.5rem' },
  })
})

describe('the footer', () => {
  test.each([
    { width: 575, display: undefined },
    { width: 576, display: 'flex' },
  ])('has its links beside the name in windows from 576 px on: $width px', ({ width, display }) => {
    expect(everything('.footer-row', 'display', { width })).toBe(display)
  })

  test('underlines the link to the current page', () => {
    const page = pageAt('datenschutz.html')
    const underline = (link: string) => page(`.footer .menu-link${link}`, 'text-decoration-color')
    expect({ current: underline('[aria-current]'), other: underline(':not([aria-current])') }).toEqual({
      current: ACCENT,
      other: '#0000', // Transparent.
    })
  })
})

describe('a drawing', () => {
  test('is of lines that are as wide at every size, in the colour of the text', () => {
    expect(look('.drawing', ['fill', 'stroke', 'stroke-width', 'overflow'])).toEqual({
      fill: 'none',
      stroke: 'currentColor',
      'stroke-width': '1.5px',
      overflow: 'visible',
    })
  })

  test.each(['hero', 'ending', 'prose-row'])(
    'has the line from edge to edge of the window, in the part of a page of the class %s',
    part => {
      const page = createCascade(manifest.style, `<section class="${part}">A drawing</section>`)
      expect(look(`.${part}::after`, ['content', 'position', 'inset', 'border-block-end'], {}, page)).toEqual(
        {
          content: '""',
          position: 'absolute',
          inset: 'auto calc(50% - 50vw) 0',
          'border-block-end': `2px solid ${ACCENT}`,
        },
      )
    },
  )

  test('is as large as there is room for, without making the page longer', () => {
    expect(look('.ring', ['inline-size', 'block-size', 'min-block-size'], {}, parts)).toEqual({
      'inline-size': '100%',
      'block-size': '0',
      'min-block-size': '100%',
    })
  })
})

test('marked words have the colours of the brand', () => {
  expect({
    selected: look('html::selection', ['background', 'color']),
    marked: look('mark', ['background', 'color', 'border-block-end']),
  }).toEqual({
    selected: { background: ACCENT, color: PAPER },
    marked: { background: SURFACE, color: INK, 'border-block-end': `2px solid ${ACCENT}` },
  })
})

describe('the measures of the design', () => {
  const page = 'min(72rem, 100vw - 2 * clamp(16px, 5vw, 40px))'
  const large = 'clamp(1.25rem, 1.1rem + .75vw, 1.5rem)'
  const edge = `1px solid ${EDGE}`
  // Of an element that stands in the fixture, or in what Prose and Markdown write besides.
  test.each<{
    what: string
    of?: typeof everything
    viewer?: Viewer
    has: Record<string, string | undefined>
  }>([
    ...['*', '*::before', '*::after'].map(what => ({
      what,
      has: { 'box-sizing': 'border-box', margin: '0', padding: '0' },
    })),
    {
      what: 'html',
      has: {
        font: '400 max(100%, min(4px + .625vw, 2svh)) / 1.6 "Familjen", "Familjen Arial", "Familjen Roboto", "Familjen DejaVu", system-ui, sans-serif',
        'scrollbar-color': `${ACCENT} ${PAPER}`,
      },
    },
    {
      what: 'body',
      has: { 'font-size': 'clamp(1.0625rem, 1rem + .25vw, 1.125rem)', 'word-spacing': '.06em' },
    },
    { what: '.main', has: { display: 'flex', 'flex-direction': 'column' } },
    { what: '.main', viewer: { states: [':focus'] }, has: { outline: 'none' } },
    { what: '.main', has: { outline: undefined } },
    {
      what: 'h1',
      viewer: { width: 639 },
      has: {
        'font-size': `min(.19 * ${page}, max(2.6rem, min(.131 * ${page}, 17svh)))`,
        'font-weight': '600',
        'line-height': '.92',
        'letter-spacing': '-.045em',
        'word-spacing': '.05em',
        'margin-inline-start': '-.03em',
        'text-wrap': 'balance',
      },
    },
    { what: 'h1', viewer: { width: 640 }, has: { '--least': '3.75rem' } },
    { what: 'h1', viewer: { width: 1023 }, has: { '--least': '3.75rem' } },
    { what: 'h1', viewer: { width: 1024 }, has: { '--least': '6rem' } },
    { what: 'p', has: { 'text-wrap': 'pretty' } },
    { what: '.prose-text p a', has: { 'text-underline-offset': '.22em' } },
    { what: '.drawing', has: { display: 'block' } },
    { what: 'img', has: { display: 'block' } },
    {
      what: '[name=name]',
      has: { font: 'inherit', padding: '.5rem .875rem', 'margin-block-start': '.5rem' },
    },
    ...['[name=size]', '[name=message]'].map(what => ({ what, has: { font: 'inherit' } })),
    {
      what: '.skip-link',
      has: {
        inset: '.75rem auto auto .75rem',
        padding: '.75rem 1.5rem',
        background: INK,
        color: PAPER,
        'border-radius': '100rem',
      },
    },
    {
      what: '.prose-text > h2',
      has: { 'letter-spacing': '-.03em', 'line-height': '1.2', 'max-inline-size': '24em' },
    },
    {
      what: '.prose-text > p ~ h2',
      has: { 'font-weight': '600', 'text-wrap': 'balance', 'word-spacing': '.05em' },
    },
    {
      what: '.prose-text > h3',
      has: {
        'letter-spacing': '-.02em',
        'font-weight': '600',
        'line-height': '1.2',
        'break-after': 'avoid',
        'max-inline-size': '24em',
        'margin-block': '1.5rem calc(-1 * .75rem)',
      },
    },
    { what: '.prose-text > section > h2', of: parts, has: { 'max-inline-size': undefined } },
    {
      what: '.prose-text > section > p',
      of: parts,
      has: { 'font-size': undefined, 'max-inline-size': undefined },
    },
    { what: '.prose-text > section > button', of: parts, has: { 'place-self': undefined } },
    {
      what: '.prose-text > section > h2 + h3',
      of: parts,
      has: { 'margin-block': undefined, 'margin-block-start': undefined },
    },
    { what: '#list-at-the-beginning', of: order, has: { 'margin-block-start': undefined } },
    {
      what: '#paragraph-after-a-list',
      of: order,
      has: { color: MUTED, 'font-size': undefined, 'line-height': undefined },
    },
    ...['#first-question', '#question-after-a-paragraph'].map(what => ({
      what,
      of: order,
      has: { 'border-block-start': undefined, 'margin-block-start': undefined },
    })),
    {
      what: '#next-question',
      of: order,
      has: { 'border-block-start': '0', 'margin-block-start': 'calc(-1 * 1.5rem)' },
    },
    {
      what: '#question-itself',
      of: order,
      has: { 'margin-block-start': undefined, 'padding-block-end': undefined },
    },
    {
      what: '#paragraph-before-a-list',
      of: order,
      has: { 'margin-block-start': '.5rem', 'padding-block-end': undefined },
    },
    {
      what: '#list-at-the-end-of-an-answer',
      of: order,
      has: { 'margin-block-start': '.5rem', 'padding-block-end': '1.5rem' },
    },
    {
      what: '#heading-after-a-paragraph',
      of: order,
      has: { 'margin-block-start': 'margin-block: 1.5rem calc(-1 * .75rem)' },
    },
    { what: '#quotation', of: order, has: { 'margin-block-start': undefined } },
    { what: '#rest-of-the-quotation', of: order, has: { 'margin-block-start': '.5rem' } },
    { what: '#last-td', of: order, has: { 'padding-inline-end': '1.5rem' } },
    { what: '#last-th', of: order, has: { 'padding-inline-end': '0' } },
    { what: '#first-row', of: order, has: { 'border-block-end-width': undefined } },
    { what: '#last-row', of: order, has: { 'border-block-end-width': '1px' } },
    { what: '#title-below', of: order, has: { 'margin-block-start': undefined } },
    { what: '#text-below', of: order, has: { 'margin-block-start': '1.5rem' } },
    { what: '#title-of-a-dialog', of: order, has: { 'margin-block-start': undefined } },
    { what: '#text-of-a-dialog', of: order, has: { 'margin-block-start': '1.5rem' } },
    { what: '.header-nav ul', has: { 'margin-block-start': undefined } },
    { what: '.below > .address', of: parts, has: { 'margin-block-start': '1.5rem' } },
    { what: '.next', has: { 'border-color': undefined } },
    { what: 'details > p:not(:last-child)', has: { 'padding-block-end': undefined } },
    { what: '.button:disabled', has: { opacity: undefined, 'border-color': undefined } },
    { what: 'dialog p > i', of: controls, has: { 'margin-block-start': undefined } },
    { what: '[type=date]', has: { outline: undefined } },
    {
      what: '[name=weekdays]',
      viewer: { states: [':indeterminate'] },
      has: { border: `2px solid ${ACCENT}` },
    },
    {
      what: '.prose-text p a',
      viewer: { states: [':hover', ':active'] },
      has: { background: undefined, scale: undefined },
    },
    { what: '.prose-row > .prose-text', of: parts, has: { 'grid-column': undefined } },
    { what: '.prose-text > p + p', has: { 'font-size': undefined, color: MUTED } },
    { what: '.prose-text li', has: { color: MUTED } },
    { what: '.columns', of: parts, has: { 'padding-inline-start': undefined } },
    { what: '.columns h3', of: parts, has: { 'font-size': large, 'letter-spacing': '-.02em' } },
    { what: '.columns h3 > a', of: parts, has: { 'min-block-size': '2.75rem' } },
    { what: '.columns p > a', of: parts, has: { 'min-block-size': undefined } },
    { what: 'form > button', of: controls, has: { 'place-self': 'start' } },
    { what: 'form > .button', of: controls, has: { 'place-self': 'start' } },
    { what: 'form > p > button', of: controls, has: { 'place-self': undefined } },
    { what: 'legend > small', of: controls, has: { 'font-weight': '400' } },
    { what: 'label:has(span)', of: controls, has: { display: 'block' } },
    { what: 'li > ol', has: { 'margin-block-start': '.5rem' } },
    { what: 'details > p + p', has: { 'margin-block-start': '.5rem' } },
    { what: '.below blockquote li + li', of: parts, has: { 'margin-block-start': undefined } },
    { what: '.main ul:not([class]) ol > ::marker', has: { color: MUTED } },
    { what: '.below details b', of: parts, has: { 'padding-block-end': undefined } },
    { what: '.below details details > summary', of: parts, has: { 'padding-block-end': undefined } },
    { what: '.below details details > summary::after', of: parts, has: { rotate: '45deg' } },
    {
      what: 'tbody th',
      has: {
        'padding-block': '.75rem',
        'text-align': 'start',
        'vertical-align': 'baseline',
        'padding-inline-end': '1.5rem',
      },
    },
    { what: 'caption', has: { 'text-align': 'start' } },
    { what: 'tbody tr:first-child', has: { 'border-block-end-width': undefined } },
    { what: '.table > table', has: { display: undefined, 'overflow-x': undefined } },
    ...['kbd', 'p code', 'pre'].map(what => ({
      what,
      has: { 'font-family': 'ui-monospace, monospace', 'font-size': '.9em', 'line-height': '1.5' },
    })),
    {
      what: 'samp',
      of: parts,
      has: { 'font-family': 'ui-monospace, monospace', 'font-size': '.9em', 'line-height': '1.5' },
    },
    { what: '.below p > b', of: parts, has: { 'margin-block-start': undefined } },
    { what: 'figcaption', has: { 'font-size': '.9375rem', 'font-style': 'normal', color: MUTED } },
    { what: 'cite', has: { 'font-size': '.9375rem', 'font-style': 'normal', color: MUTED } },
    { what: 'caption', has: { 'font-size': '.9375rem', color: MUTED, 'padding-block': '.75rem' } },
    { what: 'thead', has: { 'font-size': '.9375rem' } },
    { what: 'p > small', has: { 'font-size': '.9375rem', 'font-style': 'normal', color: MUTED } },
    { what: 'dd', has: { color: MUTED } },
    { what: 'td', has: { color: MUTED, 'padding-block': '.75rem', 'vertical-align': 'baseline' } },
    { what: 'table', has: { 'line-height': '1.4' } },
    { what: 'th', has: { 'font-weight': '600' } },
    { what: 'strong', has: { 'font-weight': '600', color: INK } },
    {
      what: 'dt',
      has: {
        'font-weight': '600',
        'border-block-start-width': '1px',
        'margin-block-start': '.75rem',
        'padding-block-start': '.75rem',
      },
    },
    { what: 'hr', has: { 'border-block-start-width': '1px' } },
    { what: '.main ul:not([class])', has: { display: 'grid', gap: '.5rem' } },
    { what: 'li > ul', has: { 'margin-block-start': '.5rem' } },
    { what: 'blockquote footer', has: { 'margin-block-start': '.5rem' } },
    { what: 'blockquote p', has: { color: INK, 'font-size': large, 'line-height': '1.45' } },
    {
      what: 'p code',
      has: { 'font-size': '.9em', 'font-family': 'ui-monospace, monospace', 'line-height': '1.5' },
    },
    {
      what: 'pre',
      has: { padding: 'clamp(1rem, .5rem + 2vw, 1.75rem)', border: edge, background: '#fefdfa' },
    },
    { what: 'pre code', has: { 'font-size': 'inherit' } },
    { what: 'kbd', has: { border: `1px solid ${MUTED}`, 'padding-inline': '.4em' } },
    { what: 'mark', has: { 'padding-inline': '.15em' } },
    { what: 'figure', has: { display: 'grid', gap: '.75rem' } },
    { what: 'details', has: { border: `0 solid ${EDGE}`, 'border-block-width': '1px' } },
    {
      what: 'details + details',
      has: { 'border-block-start': '0', 'margin-block-start': 'calc(-1 * 1.5rem)' },
    },
    { what: 'details > p:last-child', has: { 'padding-block-end': '1.5rem' } },
    {
      what: 'summary',
      has: {
        display: 'flex',
        'justify-content': 'space-between',
        'align-items': 'center',
        gap: '1.5rem',
        'padding-block': '.75rem',
        'line-height': '1.2',
        'font-weight': '600',
      },
    },
    {
      what: 'summary::after',
      has: {
        content: '""',
        'inline-size': '.5em',
        'aspect-ratio': '1',
        border: `solid ${ACCENT}`,
        'border-width': '0 2px 2px 0',
        flex: 'none',
        translate: '0 -.15em',
        'margin-inline-end': '.25em',
      },
    },
    { what: 'details[open] summary::after', has: { translate: '0 .15em' } },
    {
      what: '.header-row',
      has: {
        display: 'flex',
        'align-items': 'center',
        'justify-content': 'space-between',
        gap: '0 min(1.5rem, 4vw)',
        'min-block-size': 'min(4rem, 12.5svh)',
      },
    },
    { what: '.header', has: { 'border-block-end': edge } },
    {
      what: '.header-nav .menu-link::after',
      has: { content: '""', position: 'absolute', inset: 'auto .5rem -1px', 'transform-origin': '0 0' },
    },
    { what: '.header-nav .menu-link', has: { gap: '.75rem', 'outline-offset': undefined } },
    { what: 'ol > ::marker', has: { color: MUTED, 'font-variant-numeric': 'tabular-nums' } },
    { what: '.main ul:not([class]) > ::marker', has: { color: ACCENT } },
    { what: '.below blockquote p', of: parts, has: { color: INK } },
    {
      what: '.logo',
      viewer: { width: 768 },
      has: {
        display: 'flex',
        'align-items': 'center',
        gap: 'min(.625rem, 4vw)',
        'font-size': 'min(6.4vw, clamp(.875rem, 4.4vw, 1em))',
        'font-weight': '600',
        'letter-spacing': '-.015em',
        'line-height': '1.2',
        'text-decoration': 'none',
        flex: 'none',
        'overflow-wrap': 'break-word',
        'max-inline-size': 'min(18rem, 42vw)',
      },
    },
    {
      what: '.logo',
      viewer: { width: 767 },
      has: { flex: undefined, 'overflow-wrap': undefined, 'max-inline-size': undefined },
    },
    { what: '.header-nav', has: { 'align-self': 'stretch' } },
    {
      what: '.header-nav ul',
      has: {
        display: 'flex',
        'flex-wrap': 'wrap',
        'justify-content': 'flex-end',
        gap: '0 1.25rem',
        'block-size': '100%',
        'margin-inline-end': '-.5rem',
        'padding-inline-start': undefined,
      },
    },
    {
      what: '.header-nav .menu-link',
      has: {
        display: 'flex',
        'align-items': 'center',
        position: 'relative',
        'block-size': '100%',
        'padding-inline': '.5rem',
        color: MUTED,
        'font-size': '.9375rem',
        'text-decoration': 'none',
      },
    },
    { what: '.header-nav .menu-link', viewer: { states: [':hover'] }, has: { color: INK } },
    {
      what: '.menu-button',
      viewer: { width: 400 },
      has: {
        border: '0',
        'margin-inline-end': '-10px',
        background: 'none',
        color: 'inherit',
        font: 'inherit',
        cursor: 'pointer',
      },
    },
    {
      what: '.menu',
      viewer: { width: 400 },
      has: {
        'inline-size': 'auto',
        padding: '0 max(clamp(16px, 5vw, 40px), (100% - 72rem) / 2) clamp(2rem, 1.25rem + 2.5vw, 3.5rem)',
        border: '0',
        'border-block-end': edge,
        'font-size': 'min(2rem, 8.2vw)',
      },
    },
    {
      what: '.menu .menu-link',
      viewer: { width: 400 },
      has: {
        'justify-content': 'space-between',
        'padding-block': '.75rem',
        'border-block-end': edge,
        'font-weight': '600',
        'line-height': '1.2',
        'text-decoration': 'none',
      },
    },
    {
      what: '.menu-members',
      of: parts,
      has: { 'font-size': 'min(clamp(1.25rem, 1.1rem + .75vw, 1.5rem), 6vw)' },
    },
    { what: '.footer', has: { 'border-block-start': edge, color: MUTED, 'font-size': '.9375rem' } },
    {
      what: '.footer-row',
      has: {
        'padding-block': '1.5rem',
        'flex-wrap': 'wrap',
        'align-items': 'center',
        'justify-content': 'space-between',
      },
    },
    { what: '.footer-row ul', has: { display: 'flex', 'flex-wrap': 'wrap', 'column-gap': '.5rem' } },
    {
      what: '.button',
      has: {
        display: 'inline-flex',
        'align-items': 'center',
        'justify-content': 'center',
        gap: '.75rem',
        padding: '.5rem min(1.5rem, 8vw)',
        border: `1.5px solid ${INK}`,
        'border-radius': '100rem',
        'font-weight': '600',
        'line-height': '1.2',
        'text-decoration': 'none',
        cursor: 'pointer',
      },
    },
    {
      what: '.prose-text > button:not([class])',
      has: {
        padding: '.5rem min(1.5rem, 8vw)',
        border: `1.5px solid ${INK}`,
        'border-radius': '100rem',
        color: INK,
        cursor: 'pointer',
        'font-weight': '600',
      },
    },
    {
      what: '.prose-text > button:not([class])',
      viewer: { states: [':hover', ':active'] },
      has: { background: INK, color: PAPER, scale: '.97' },
    },
    {
      what: '.next',
      has: {
        display: 'flex',
        'align-items': 'center',
        'justify-content': 'space-between',
        gap: '1.5rem',
        'min-block-size': '5rem',
        'margin-block-start': '.75rem',
        padding: '.75rem clamp(1rem, .5rem + 2vw, 1.75rem)',
        border: edge,
        background: '#fefdfa',
        'font-size': large,
        'font-weight': '600',
        'text-decoration': 'none',
      },
    },
    { what: '.next', viewer: { states: [':hover'] }, has: { 'border-color': INK } },
    {
      what: '.next::after',
      has: {
        content: '""',
        flex: 'none',
        'inline-size': '.5em',
        'aspect-ratio': '1',
        border: 'solid',
        'border-width': '2px 2px 0 0',
        color: ACCENT,
      },
    },
    {
      what: '.prose',
      has: {
        display: 'flex',
        flex: '1',
        'flex-direction': 'column',
        'padding-block-start': 'clamp(1.5rem, 8svh, 8rem)',
      },
    },
    { what: '.small', of: parts, has: { margin: '0 0 .75em', 'font-size': large, 'line-height': '1.2' } },
    {
      what: '.display',
      of: parts,
      has: { 'max-inline-size': '12.5em', 'font-weight': '600', 'line-height': '1', 'text-wrap': 'balance' },
    },
    {
      what: '.prose-row',
      has: {
        position: 'relative',
        display: 'grid',
        flex: '1',
        gap: '0 clamp(1.5rem, 3vw, 3rem)',
        'margin-block-start': 'clamp(2rem, 1.25rem + 2.5vw, 3.5rem)',
        'padding-block-end': 'clamp(3.5rem, 2.25rem + 3.5vw, 6rem)',
      },
    },
    { what: '.prose-row::after', has: { 'inset-block': '0 auto' } },
    { what: '.ring', of: parts, viewer: { width: 640 }, has: { 'max-inline-size': `calc(.38 * ${page})` } },
    { what: '.ring', of: parts, viewer: { width: 639 }, has: { 'max-inline-size': undefined } },
    {
      what: '.prose-text',
      has: {
        display: 'flex',
        'flex-direction': 'column',
        gap: '1.5rem',
        'padding-block-start': 'clamp(2rem, 1.25rem + 2.5vw, 3.5rem)',
      },
    },
    { what: '.prose-text > p:first-child', has: { color: INK, 'font-size': large, 'line-height': '1.45' } },
    { what: '.prose-text > p + p', has: { color: MUTED } },
    { what: '.prose-text li', has: { color: MUTED } },
    {
      what: '.statement',
      of: parts,
      has: {
        'max-inline-size': 'none',
        'font-size': 'clamp(1.625rem, 1.4rem + 1vw, 2.125rem)',
        'line-height': '1.2',
      },
    },
    { what: '.prose-text > .prose-text', of: parts, has: { padding: '0' } },
    { what: '.columns', of: parts, has: { display: 'grid' } },
    { what: '.columns li', of: parts, has: { 'padding-block-start': '1.5rem', 'border-block-start': edge } },
    { what: '.columns h2', of: parts, has: { 'font-size': large, 'letter-spacing': '-.02em' } },
    {
      what: '.columns a',
      of: parts,
      has: { display: 'inline-flex', 'align-items': 'center', 'margin-block': '-.5rem' },
    },
    {
      what: '.columns',
      of: parts,
      has: { gap: 'clamp(2rem, 1.25rem + 2.5vw, 3.5rem) clamp(1.5rem, 3vw, 3rem)' },
    },
    { what: '.prose-text > h2', has: { 'margin-block-start': 'clamp(2rem, 1.25rem + 2.5vw, 3.5rem)' } },
    { what: '.prose-text > h3', has: { 'margin-block': '1.5rem calc(-1 * .75rem)' } },
    { what: '.prose-text > h2 + h3', of: parts, has: { 'margin-block-start': '0' } },
    { what: '.small', of: parts, has: { 'letter-spacing': '-.02em' } },
    { what: '.display', of: parts, has: { 'letter-spacing': '-.04em' } },
    { what: '.statement', of: parts, has: { 'letter-spacing': '-.03em' } },
    { what: '.next', has: { 'letter-spacing': '-.02em' } },
    { what: '.address', of: contact, has: { 'letter-spacing': '-.04em' } },
    { what: '.posts li', of: pageAt('blog.html'), has: { 'padding-block': '1.5rem calc(1.25 * 1.5rem)' } },
    { what: '.posts h2', of: pageAt('blog.html'), has: { 'letter-spacing': '-.02em' } },
    { what: '.posts p', of: pageAt('blog.html'), has: { 'margin-block-start': '.75rem' } },
    { what: '.footer-row', has: { gap: '0 1.5rem' } },
    { what: '.footer-row ul', has: { 'margin-inline': '-.5rem', 'padding-inline-start': undefined } },
    { what: '.menu ul', viewer: { width: 400 }, has: { 'padding-inline-start': undefined } },
    { what: '.footer-row .menu-link', has: { 'padding-inline': '.5rem', transition: 'color .14s' } },
    { what: '.footer-row .menu-link', viewer: { states: [':hover'] }, has: { color: INK } },
    {
      what: '.menu-button',
      viewer: { width: 400 },
      has: { 'border-radius': '100rem', flex: 'none', 'place-items': 'center' },
    },
    {
      what: '.menu-button path',
      viewer: { width: 400 },
      has: {
        'stroke-width': '2px',
        'transform-origin': '50%',
        transition: 'transform .24s cubic-bezier(.2, .7, .2, 1)',
      },
    },
    { what: '.menu', viewer: { width: 400 }, has: { color: 'inherit' } },
    {
      what: '.menu .menu-link',
      viewer: { width: 400 },
      has: { 'letter-spacing': '-.03em', 'min-block-size': '2.75rem', 'outline-offset': undefined },
    },
    {
      what: '.menu .menu-members',
      of: parts,
      viewer: { width: 400 },
      has: { 'inline-size': '100%', 'margin-block-start': '1.5rem' },
    },
    {
      what: '.menu .menu-link[aria-current]::after',
      of: pageAt('leistungen.html'),
      viewer: { width: 400 },
      has: { 'inline-size': '.75rem', 'aspect-ratio': '1' },
    },
    {
      what: '.menu',
      viewer: { width: 400, lacks: ['selector(:popover-open)'] },
      has: { 'flex-basis': '100%', 'font-size': 'min(1em, 7vw)' },
    },
    {
      what: '.menu ul',
      viewer: { width: 400, lacks: ['selector(:popover-open)'] },
      has: { 'flex-wrap': 'wrap', gap: '.25rem 1.25rem', 'padding-block-end': '1.5rem' },
    },
    {
      what: '.next::after',
      has: {
        // The shaft of the arrow.
        background:
          'linear-gradient(to bottom right, transparent calc(50% - 2px / 2), currentColor 0 calc(50% + 2px / 2), transparent 0)',
      },
    },
    {
      what: '.line',
      of: parts,
      has: { stroke: ACCENT, 'stroke-width': '2px', 'vector-effect': 'non-scaling-stroke' },
    },
    { what: '.surface', of: parts, has: { fill: '#181c23' } },
    {
      what: '.path',
      of: parts,
      has: { stroke: MUTED, 'stroke-dasharray': '0 8', 'stroke-linecap': 'round' },
    },
    { what: '.solid', of: parts, has: { 'stroke-width': '8px' } },
    {
      what: '.data',
      of: parts,
      has: { 'stroke-width': '5px', 'stroke-dasharray': '0 15', 'stroke-linecap': 'round' },
    },
    { what: '.team', of: parts, has: { stroke: 'none', fill: ACCENT } },
    { what: '.columns p', of: parts, has: { 'margin-block-start': '.5rem', color: MUTED } },
    {
      what: '.address',
      of: contact,
      has: {
        display: 'block',
        'font-size': `calc(.078 * ${page})`,
        'font-weight': '600',
        'line-height': '1.15',
      },
    },
    {
      what: '.prose > .address',
      of: parts,
      has: { 'margin-block-start': 'clamp(2rem, 1.25rem + 2.5vw, 3.5rem)' },
    },
    { what: '.address a', of: contact, has: { display: 'block', 'text-decoration': 'none' } },
    { what: '.below', has: { 'padding-block-end': 'clamp(3.5rem, 2.25rem + 3.5vw, 6rem)' } },
    { what: '.below > h3', has: { 'margin-block-start': '1.5rem' } },
    { what: '.posts li', of: pageAt('blog.html'), has: { 'border-block-start': edge } },
    { what: '.posts h2', of: pageAt('blog.html'), has: { margin: '0', color: INK, 'font-size': large } },
    {
      what: '.day',
      of: pageAt('blog.html'),
      has: { display: 'block', color: MUTED, 'font-size': '.9375rem', 'margin-block-start': '.75rem' },
    },
    { what: 'label > small', has: { 'font-weight': '400' } },
    {
      what: '[name=name]',
      has: { 'caret-color': ACCENT, color: INK, 'font-weight': '400', 'border-radius': '0' },
    },
    { what: '[name=name]', viewer: { states: [':hover'] }, has: { 'border-color': INK } },
    { what: '[type=date]', has: { 'font-variant-numeric': 'tabular-nums' } },
    {
      what: '[type=checkbox]',
      has: {
        display: 'inline-grid',
        'place-items': 'center',
        flex: 'none',
        margin: '.15rem 0 0',
        background: '#fefdfa',
        'vertical-align': 'top',
        cursor: 'pointer',
      },
    },
    { what: '[name=morning]::before', has: { translate: '0 -.1rem' } },
    { what: '[name=weekdays]::before', viewer: { states: [':indeterminate'] }, has: { translate: 'none' } },
    { what: 'label:has([name=evening])', has: { 'padding-block': '.5rem' } },
    { what: '[type=range]', has: { display: 'block', 'inline-size': '100%', cursor: 'pointer' } },
    { what: '[type=range]::-webkit-slider-runnable-track', has: { 'block-size': '0' } },
    { what: '[type=range]::-moz-range-track', has: { 'block-size': '0' } },
    { what: '[type=range]::-webkit-slider-thumb', has: { appearance: 'none' } },
    {
      what: '[type=color]',
      has: { 'margin-block-start': '.5rem', padding: '.25rem', background: '#fefdfa' },
    },
    {
      what: 'progress',
      has: {
        display: 'block',
        'inline-size': '100%',
        'max-inline-size': '34em',
        'margin-block-start': '.5rem',
        background: '#fefdfa',
      },
    },
    { what: 'meter', has: { 'inline-size': '100%', 'max-inline-size': '34em', 'block-size': '1rem' } },
    {
      what: 'output',
      of: parts,
      has: { color: INK, 'font-weight': '600', 'font-variant-numeric': 'tabular-nums' },
    },
    {
      what: '.prose-text > button:not([class])',
      has: {
        font: 'inherit',
        background: 'none',
        'line-height': '1.2',
        transition: 'background-color .14s, color .14s',
      },
    },
    {
      what: '[type=file]::file-selector-button',
      has: {
        color: INK,
        font: 'inherit',
        background: 'none',
        padding: '.5rem min(1.5rem, 8vw)',
        'line-height': '1.2',
        transition: 'background-color .14s, color .14s',
      },
    },
    { what: '[name=alone]:disabled', has: { opacity: undefined, 'border-style': undefined } },
    ...[
      { what: '[name=number]' },
      { what: '.prose-text > button:disabled' },
      { what: 'select:disabled', of: controls },
      { what: 'textarea:disabled', of: controls },
    ].map(element => ({
      ...element,
      has: {
        'border-style': 'dashed',
        'border-color': MUTED,
        color: MUTED,
        opacity: '1', // iOS makes its words paler.
        'pointer-events': 'none',
      },
    })),
    {
      what: 'dialog',
      has: {
        margin: 'auto',
        'inline-size': 'fit-content',
        'max-inline-size': 'min(34em, 100% - 2 * clamp(16px, 5vw, 40px))',
        'max-block-size': 'calc(100% - 2 * clamp(16px, 5vw, 40px))',
        overflow: 'auto',
        padding: 'clamp(1rem, .5rem + 2vw, 1.75rem)',
        border: edge,
        'border-block-start': `2px solid ${ACCENT}`,
        background: '#fefdfa',
        color: INK,
      },
    },
    { what: 'dialog > p', has: { 'margin-block-start': '1.5rem' } },
    { what: 'dialog::backdrop', has: { background: '#02030659' } },
    {
      what: 'dialog::backdrop',
      viewer: { lacks: [INHERITING_BACKDROP] },
      has: { background: '#0008' },
    },
  ])('$what', ({ what, of = everything, viewer, has }) => {
    expect(look(what, Object.keys(has), viewer, of), JSON.stringify(viewer)).toEqual(has)
  })
})
