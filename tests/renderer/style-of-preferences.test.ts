// What the style of every page gives to those who ask for something: reduced motion, more contrast, forced colours, the
// dark scheme, paper. Read as data; tests/browser/ looks at pages in browsers.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createCascade, type Viewer } from '../support/cascade.ts'
import { dist, manifest } from '../support/fixture-site.ts'

const pageAt = (file: string) => createCascade(manifest.style, readFileSync(join(dist, file), 'utf8'))
const everything = pageAt('musterseite.html')
const home = pageAt('index.html')

/** These properties of an element. */
const look = (element: string, properties: readonly string[], viewer: Viewer = {}, page = everything) =>
  Object.fromEntries(properties.map(property => [property, page(element, property, viewer)]))

describe('who asks for less motion', () => {
  const viewer = { media: ['(prefers-reduced-motion)'] }

  test.each([
    '.button',
    '.next::after',
    'summary::after',
    'h1',
    'h1::before',
    '.menu',
    '.header-nav .menu-link::after',
    'dialog::backdrop',
  ])('sees nothing move: %s', element => {
    expect(look(element, ['animation', 'transition'], viewer)).toEqual({
      animation: 'none',
      transition: 'none',
    })
  })

  test('and everybody else sees the menu open, and arrows and colours change', () => {
    expect({
      menu: everything('.menu', 'animation'),
      arrow: everything('.next::after', 'transition'),
      button: everything('.button', 'transition'),
      chevron: everything('summary::after', 'transition'),
      line: everything('.header-nav .menu-link::after', 'transition'),
    }).toEqual({
      menu: 'open .24s cubic-bezier(.2, .7, .2, 1)',
      arrow: 'translate .24s cubic-bezier(.2, .7, .2, 1)',
      button: 'background-color .14s, color .14s', // Without the outline: focus must be visible at once.
      chevron: 'rotate .24s cubic-bezier(.2, .7, .2, 1)',
      line: 'scale .24s cubic-bezier(.2, .7, .2, 1)',
    })
  })
})

describe('who asks for more contrast', () => {
  const viewer = { media: ['(prefers-contrast: more)'] }

  test('sees every word, line and border in the colour of the text', () => {
    const ink = everything('html', '--ink', viewer)
    expect({
      paragraph: everything('.prose-text > p + p', 'color', viewer),
      footer: everything('.footer', 'color', viewer),
      hairline: everything('.header', 'border-block-end', viewer),
      field: everything('[name=name]', 'border', viewer),
      line: everything('tbody tr', 'border', viewer),
    }).toEqual({
      paragraph: ink,
      footer: ink,
      hairline: `1px solid ${ink}`,
      field: `1.5px solid ${ink}`,
      line: `0 solid ${ink}`,
    })
  })

  test('sees the words of a card, which is dark in a light page, in light ones', () => {
    const colours = ['--muted', '--edge']
    expect({
      asked: look('.card', colours, viewer, home),
      otherwise: look('.card', colours, {}, home),
    }).toEqual({
      asked: { '--muted': '#f4f2ea', '--edge': '#f4f2ea' },
      otherwise: { '--muted': '#c1beb0', '--edge': '#34383f' },
    })
  })

  test('and in the dark, too', () => {
    const dark = { media: [...viewer.media, '(prefers-color-scheme: dark)'] }
    const ink = everything('html', '--ink', dark)
    expect(ink).not.toBe(everything('html', '--ink', viewer))
    expect(everything('.prose-text > p + p', 'color', dark)).toBe(ink)
  })
})

describe('who has forced colours', () => {
  const viewer = { media: ['(forced-colors: active)'] }

  // https://www.w3.org/TR/css-color-4/#css-system-colors
  test('sees the colours of the system in place of the tokens', () => {
    const names = ['--paper', '--surface', '--raised', '--edge', '--ink', '--muted', '--accent']
    const system = {
      '--paper': 'Canvas',
      '--surface': 'Canvas',
      '--raised': 'Canvas',
      '--edge': 'CanvasText',
      '--ink': 'CanvasText',
      '--muted': 'CanvasText',
      '--accent': 'Highlight',
    }
    expect({ page: look('html', names, viewer), card: look('.card', names, viewer, home) }).toEqual({
      page: system,
      card: system,
    })
  })

  test.each(['.button', '.button-primary', '.skip-link'])('sees that one may click on %s', element => {
    expect(look(element, ['background', 'color'], viewer)).toEqual({
      background: 'canvas',
      color: 'linktext',
    })
  })

  test('sees how far a progress bar is, and the mark of a badge', () => {
    const badge = createCascade(manifest.style, '<p class="badge">New</p>')
    expect(everything('progress', 'forced-color-adjust', viewer)).toBe('none')
    expect(badge('.badge::before', 'forced-color-adjust', viewer)).toBe('none')
  })
})

describe('who has a dark screen', () => {
  const viewer = { media: ['(prefers-color-scheme: dark)'] }

  test('sees light words on a dark page, and the others dark words on a light one', () => {
    const colours = ['background', 'color']
    expect({ dark: look('html', colours, viewer), light: look('html', colours) }).toEqual({
      dark: { background: '#081410', color: '#f4f2ea' },
      light: { background: '#fbf9f0', color: '#0b2519' },
    })
  })

  test('has the scrollbars and controls of the browser in its scheme', () => {
    expect(everything('html', 'color-scheme', viewer)).toBe('light dark')
  })
})

describe('who prints', () => {
  const viewer = { media: ['print'], width: 718 } // A4 without its margins.
  const onPaper = (element: string, property: string, page = everything) => page(element, property, viewer)

  test.each([
    '.header-nav',
    '.menu',
    '.menu-button',
    '.skip-link',
    '.actions',
    '.drawing',
    '.next',
    'video',
    '.footer nav',
  ])('gets nothing of what is of no use on paper: %s', element => {
    expect(onPaper(element, 'display')).toBe('none')
  })

  test('gets no button that copies an address', () => {
    expect(pageAt('kontakt.html')('.copy', 'display', viewer)).toBe('none')
  })

  test('gets the text in black on white, in the dark scheme, too', () => {
    const dark = { media: ['print', '(prefers-color-scheme: dark)'] }
    const names = [
      '--paper',
      '--surface',
      '--raised',
      '--edge',
      '--ink',
      '--muted',
      '--accent',
      'color-scheme',
    ]
    const onPaper = {
      '--paper': 'white',
      '--surface': 'white',
      '--raised': 'white',
      '--edge': 'black',
      '--ink': 'black',
      '--muted': 'black',
      '--accent': 'black',
      'color-scheme': 'light',
    }
    expect({ page: look('html', names, dark), card: look('.card', names, dark, home) }).toEqual({
      page: onPaper,
      card: onPaper,
    })
  })

  test('gets letters and distances of paper, so that a page is one sheet', () => {
    expect({
      text: onPaper('html', 'font-size'),
      heading: onPaper('h1', 'font-size'),
      ...look('html', ['--gutter', '--space-l', '--space-xl'], viewer),
      below: onPaper('.prose', 'padding-block-start'),
    }).toEqual({
      text: '8.5pt',
      heading: '32pt',
      '--gutter': '0px',
      '--space-l': '1.25rem',
      '--space-xl': '1.5rem',
      below: '1.5rem',
    })
  })

  test('gets the header once, and not on each sheet', () => {
    expect(onPaper('.header', 'position')).toBe('static')
  })

  // Browsers lay a flexbox or grid out before they cut it into sheets.
  test.each(['body', '.main', '.prose', '.prose-row', '.prose-text', '.below', 'form'])(
    'gets breaks between the lines of a text, as a block: %s',
    element => {
      expect(look(element, ['display', 'min-block-size'], viewer)).toEqual({
        display: 'block',
        'min-block-size': '0',
      })
    },
  )

  test('gets distances between paragraphs, which are no flexbox there', () => {
    const elements = [
      '.prose-text > p:first-child',
      '.prose-text > p + p',
      'main form > label:first-child',
      'main form > label + label',
      '.prose-text > p ~ h2',
      '.prose-text > ul + h3',
      'tbody tr + tr',
    ]
    const distances = elements.map(element => [element, onPaper(element, 'margin-block-start')])
    expect(Object.fromEntries(distances)).toEqual({
      '.prose-text > p:first-child': undefined,
      '.prose-text > p + p': '1.5rem',
      'main form > label:first-child': undefined,
      'main form > label + label': '1.5rem',
      '.prose-text > p ~ h2': '1.25rem',
      '.prose-text > ul + h3': 'margin-block: 1.5rem calc(-1 * .75rem)',
      'tbody tr + tr': undefined,
    })
  })

  test('gets no break in a picture, a line of a table, a label, or below a heading', () => {
    const insides = ['figure', 'tr', 'pre', 'label'].map(element => onPaper(element, 'break-inside'))
    expect(insides).toEqual(['avoid', 'avoid', 'avoid', 'avoid'])
    expect(onPaper('.prose-text > h2', 'break-after')).toBe('avoid')
  })

  test('gets cards and tiles as boxes that no sheet cuts', () => {
    const boxes = createCascade(
      manifest.style,
      '<div class="card"><h2>A title</h2><p>Words</p></div><div class="tile">Words</div>',
    )
    const names = ['display', 'padding', 'break-inside']
    const box = { display: 'block', padding: '1rem', 'break-inside': 'avoid' }
    expect({
      card: look('.card', names, viewer, boxes),
      tile: look('.tile', names, viewer, boxes),
      heading: boxes('.card h2', 'padding', viewer),
      words: boxes('.card p', 'padding', viewer),
    }).toEqual({ card: box, tile: box, heading: '.25rem 0', words: '.25rem 0' })
  })

  test('gets the title and the sentence of a page in letters of paper', () => {
    const title = createCascade(
      `${manifest.style} @layer pages { .display, .address { padding: 4rem } }`,
      '<h1 class="small">A title</h1><p class="display">A sentence</p><p class="address">An address</p>',
    )
    expect({
      title: title('.small', 'font-size', viewer),
      sentence: look('.display', ['font-size', 'padding'], viewer, title),
      address: look('.address', ['font-size', 'padding'], viewer, title),
    }).toEqual({
      title: '12pt',
      sentence: { 'font-size': '28pt', padding: '0' },
      address: { 'font-size': '28pt', padding: '0' },
    })
  })

  test.each(['hero', 'ending', 'prose-row'])(
    'gets no line of the drawing in the part of the class %s',
    part => {
      const page = createCascade(manifest.style, `<section class="${part}">A drawing</section>`)
      expect(page(`.${part}::after`, 'content', viewer)).toBe('none')
    },
  )

  test('gets the address of a link to another site behind it', () => {
    const html = readFileSync(join(dist, 'musterseite.html'), 'utf8')
    const linking = createCascade(
      manifest.style,
      html.replace('<a href="/">links</a>', '<a href="https://a.example/">links</a>'),
    )
    expect(linking('.main a[href^=http]::after', 'content', viewer)).toBe('" (" attr(href) ")"')
    expect(linking('.main a[href="/"]::after', 'content', viewer)).toBeUndefined()
  })

  test('gets the address in place of the button that leads to it', () => {
    expect({ paper: home('.for-paper', 'display', viewer), screen: home('.for-paper', 'display') }).toEqual({
      paper: 'block',
      screen: 'none',
    })
  })
})
