// The look that was agreed for the site that this project comes with, as shared/site/styles/ gives it to each part of the
// home page. As soon as company.name or company.origin is another, these tests leave themselves out, and this file can be
// deleted. The values are written as Lightning CSS writes them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CURE, isAgreed } from '../support/agreed.ts'
import { rulesOf, stylesOf, type Viewer } from '../support/cascade.ts'
import { dist, manifest } from '../support/own-site.ts'

/** Values by property. Where two properties set the same, the later declaration counts: 'margin, margin-block-start'. */
type Look = Record<string, string>

const NOT_DECLARED = 'not declared'

/** On each side of each width at which the look is another. */
const phone: Viewer = { width: 639, media: ['(height >= 30em)'] }
/** Upright. */
const smallTablet: Viewer = { width: 640, media: ['(height >= 30em)'] }
const tablet: Viewer = { width: 1023, media: ['(height >= 30em)'] }
const desk: Viewer = { width: 1024, media: ['(height >= 30em)'] }

/** What each viewer sees. */
const everywhere: Record<string, Look> = {
  '.hero': {
    '--air': 'min(var(--space-l), 7svh - 8px)',
    'justify-items': 'start',
    'padding-block-start': 'min(2rem, 4svh - 6px)',
    display: 'grid',
    position: 'relative',
  },
  '.hero .drawing': {
    'inline-size': 'min(100%, 1.65 * var(--tall))',
    'block-size': 'var(--tall)',
    'justify-self': 'end',
  },
  '.step': { animation: 'step 6s 1s cubic-bezier(.5, 0, .2, 1)' },
  '.step :first-child': { opacity: '0', animation: 'leave 6s 1s reverse' },
  '.step :nth-child(2)': { opacity: NOT_DECLARED, animation: NOT_DECLARED },
  '.step :last-child': { opacity: NOT_DECLARED, animation: 'leave 6s 1s' },
  '.badge': {
    border: '1px solid var(--edge)',
    'border-radius': 'var(--radius)',
    background: 'var(--surface)',
    'font-size': 'var(--text-s)',
    'align-items': 'center',
    gap: '.625rem',
    'margin-block-end': 'min(var(--space-s), 2svh)',
    padding: '.25rem 1rem .25rem .75rem',
    display: 'inline-flex',
  },
  '.badge::before': {
    content: '""',
    'aspect-ratio': '1',
    'border-radius': 'var(--radius)',
    background: 'var(--accent)',
    'inline-size': '.5rem',
  },
  '.hero-words': { 'padding-block': 'var(--air) var(--space-l)' },
  '.lead': { 'font-size': 'var(--text-l)', 'margin-block-end': 'var(--air)', 'line-height': '1.4' },
  '.tiles': { gap: 'var(--gap)', 'margin-block': 'var(--space-xl)', display: 'grid' },
  '.tile': {
    'justify-content': 'space-between',
    padding: 'var(--pad)',
    border: '1px solid var(--edge)',
    background: 'var(--surface)',
    'flex-direction': 'column',
    display: 'flex',
  },
  '.tile h2': { 'font-size': 'var(--text-2xl)', 'letter-spacing': '-.035em', 'line-height': '1.1' },
  '.tile p': {
    'max-inline-size': '20em',
    color: 'var(--muted)',
    'font-size': 'var(--text-l)',
    'line-height': '1.4',
  },
  '.cards': { gap: 'var(--gap)', 'margin-block-end': 'var(--space-xl)', display: 'grid' },
  '.card': {
    'color-scheme': 'dark',
    border: '1px solid var(--edge)',
    background: 'var(--raised)',
    color: 'var(--ink)',
    'flex-direction': 'column',
    'view-timeline-name': '--seen',
  },
  '.card .drawing': { 'inline-size': '100%' },
  '.card h2': {
    'padding-inline': 'var(--pad)',
    'font-size': 'var(--text-xl)',
    'letter-spacing': '-.03em',
    'line-height': '1.15',
  },
  '.card > p': {
    'max-inline-size': 'var(--measure)',
    padding: 'var(--space-s) var(--pad) var(--pad)',
    color: 'var(--muted)',
  },
  '.card strong': { color: 'var(--ink)', 'font-weight': 'var(--strong)' },
  '.card details': { 'border-block-end': '0', display: NOT_DECLARED },
  '.card summary': {
    padding: 'var(--space-s) var(--pad)',
    color: 'var(--ink)',
    'font-weight': 'var(--strong)',
  },
  '.card details p': {
    'max-inline-size': 'var(--measure)',
    padding: 'var(--space-s) var(--pad) var(--pad)',
    color: 'var(--muted)',
    'margin, margin-block-start': '0',
    'padding-block-start': '0',
  },
  // Lightning CSS prints the timeline with the animation here, but not in the style that is sent.
  '.card .line': { animation: 'linear both draw --seen', 'animation-range': 'entry 30%' },
  '.ending .line': { animation: 'linear both draw --seen', 'animation-range': 'entry 30%' },
  '.ending': {
    'align-content': 'end',
    gap: 'var(--space-l)',
    flex: '1',
    'margin-block-end': '-1px',
    display: 'grid',
    position: 'relative',
    'view-timeline-name': '--seen',
  },
  '.ending-ring': { 'justify-self': 'center', 'place-items': 'center', display: 'grid' },
  '.ending-ring .drawing': {
    'grid-area': '1 / 1',
    'inline-size': 'calc(1.4 * var(--tall))',
    'block-size': 'var(--tall)',
  },
  '.ending-ring a': {
    'grid-area': '1 / 1',
    'inline-size': 'calc(.9 * var(--tall))',
    'aspect-ratio': '1',
    'border-radius': 'var(--radius)',
    background: 'var(--paper)',
    'font-size': 'min(var(--text-xl), .17 * var(--tall))',
    'font-weight': 'var(--strong)',
    'letter-spacing': '-.03em',
    transition: 'background-color var(--quick), color var(--quick)',
    'place-items': 'center',
    'text-decoration': 'none',
    display: 'grid',
    position: 'relative',
    color: 'inherit',
  },
}

/** What is here of one width alone is declared for no other: `whole` adds that. */
const onAPhone: Record<string, Look> = {
  '.hero': { '--tall': 'max(15rem, min(.77 * var(--page), 17rem))' },
  '.lead': { 'max-inline-size': 'var(--measure)' },
  '.tile': { gap: 'var(--space-s)' },
  '.card': { display: 'flex', overflow: 'hidden' },
  '.card .drawing': { 'block-size': '14rem', overflow: 'visible' },
  '.card details': { 'margin, margin-block-start': 'auto' },
  '.card .line': { 'animation-range': 'entry 30%' },
  '.card + .card .line': { 'animation-range': 'entry 30%' },
  '.card + .card + .card .line': { 'animation-range': 'entry 30%' },
  '.ending': { '--tall': 'min(.7 * var(--page), 13rem)' },
}

const heroInColumns: Record<string, Look> = {
  '.hero': {
    '--tall': 'clamp(12rem, min(.29 * var(--page), 42svh), 21rem)',
    'column-gap': 'var(--column-gap)',
    'grid-template-columns': '1fr 1fr',
  },
  '.hero .drawing': { 'align-self': 'end', 'margin-block-start': 'var(--air)' },
  '.hero h1': { 'grid-column': '1 / -1' },
  '.badge': { 'grid-column': '1 / -1' },
  '.hero-words': { 'grid-column': NOT_DECLARED },
  '.lead': { 'grid-column': NOT_DECLARED, 'max-inline-size': '17em' },
}
const endingInColumns: Record<string, Look> = {
  '.ending': {
    '--tall': 'min(.28 * var(--page), 20rem)',
    'grid-template-columns': '1fr auto',
    'align-items': 'end',
  },
  '.ending .display': { 'padding-block-end': 'var(--space-xl)' },
}
const tilesInColumns: Record<string, Look> = {
  '.tiles': { 'grid-template-columns': 'repeat(2, minmax(0, 1fr))' },
  '.tile': { gap: 'var(--space-l)' },
}

const onATablet: Record<string, Look> = {
  ...heroInColumns,
  ...tilesInColumns,
  ...endingInColumns,
  '.card': { display: 'grid', 'grid-template': 'auto 1fr auto / 1fr 1fr', overflow: 'hidden' },
  '.card .drawing': { 'grid-row': '1 / 4', 'block-size': '100%', overflow: 'hidden' },
  '.card h2': { 'padding-block-start': 'var(--pad)' },
  '.card details': { 'margin, margin-block-start': 'auto' },
  '.card .line': { 'animation-range': 'entry 30%' },
  '.card + .card .line': { 'animation-range': 'entry 30%' },
  '.card + .card + .card .line': { 'animation-range': 'entry 30%' },
}

const atADesk: Record<string, Look> = {
  ...heroInColumns,
  ...tilesInColumns,
  ...endingInColumns,
  '.cards': { 'grid-template-columns': 'repeat(3, minmax(0, 1fr))', 'row-gap': '0' },
  '.card': {
    display: 'grid',
    'grid-row': 'span 4',
    'grid-template-rows': 'subgrid',
    'align-items': 'start',
    overflow: 'hidden',
  },
  '.card .drawing': { 'block-size': '14rem', overflow: 'visible' },
  '.card details': { 'margin, margin-block-start': '0' },
  '.card .line': { 'animation-range': 'entry 30%' },
  '.card + .card .line': { 'animation-range': 'entry 42%' },
  '.card + .card + .card .line': { 'animation-range': 'entry 54%' },
}

const widths = [onAPhone, onATablet, atADesk]

/** With what is declared for another width, and so is not for this one. */
function whole(look: Record<string, Look>): Record<string, Look> {
  const parts = new Set(widths.flatMap(each => Object.keys(each)))
  const entries = [...parts].map(part => {
    const properties = widths.flatMap(each => Object.keys(each[part] ?? {}))
    const undeclared = Object.fromEntries(properties.map(property => [property, NOT_DECLARED]))
    return [part, { ...undeclared, ...look[part] }]
  })
  return Object.fromEntries(entries)
}

const underThePointer: Record<string, Look> = {
  '.ending-ring a': { background: 'var(--ink)', color: 'var(--paper)' },
}

const onPaper: Record<string, Look> = {
  '.hero': { display: 'block' },
  '.hero .lead': { 'max-inline-size': 'none' },
  '.card details': { display: 'none' },
  '.ending': { 'break-inside': 'avoid', display: 'block' },
  '.ending-ring': { display: 'none' },
}

const onAPhoneOnItsSide: Record<string, Look> = {
  '.hero': { ...onAPhone['.hero'], 'grid-template-columns': NOT_DECLARED },
  '.hero .drawing': { 'align-self': NOT_DECLARED, 'margin-block-start': NOT_DECLARED },
  '.tiles': { ...tilesInColumns['.tiles'] },
}

const withoutScrollDrivenAnimations: Record<string, Look> = {
  '.card .line': { animation: NOT_DECLARED },
  '.ending .line': { animation: NOT_DECLARED },
  '.card': { 'view-timeline-name': NOT_DECLARED },
}

const withLessMotion: Record<string, Look> = {
  '.step': { animation: 'none' },
  '.step :first-child': { opacity: '0', animation: 'none' },
  '.step :last-child': { animation: 'none' },
  '.card .line': { animation: 'none' },
  '.ending .line': { animation: 'none' },
  '.ending-ring a': { transition: 'none' },
}

const withoutSubgrid: Record<string, Look> = {
  '.card': { display: 'flex', 'grid-row': NOT_DECLARED },
  '.card details': { 'margin, margin-block-start': 'auto' },
}

/** Who sees which look. */
const looks = [
  { who: 'everybody', viewer: phone, look: everywhere },
  { who: 'everybody at a desk', viewer: desk, look: everywhere },
  { who: 'on a phone', viewer: phone, look: whole(onAPhone) },
  { who: 'on a phone on its side', viewer: { width: 844 }, look: onAPhoneOnItsSide },
  { who: 'on a small tablet', viewer: smallTablet, look: whole(onATablet) },
  { who: 'on a tablet', viewer: tablet, look: whole(onATablet) },
  { who: 'at a desk', viewer: desk, look: whole(atADesk) },
  { who: 'with less motion', viewer: { media: ['(prefers-reduced-motion)'] }, look: withLessMotion },
  { who: 'under the pointer', viewer: { ...desk, states: [':hover'] }, look: underThePointer },
  { who: 'on paper', viewer: { media: ['print'] }, look: onPaper },
  {
    who: 'without scroll-driven animations',
    viewer: { lacks: ['(animation-timeline: --seen)'] },
    look: withoutScrollDrivenAnimations,
  },
  { who: 'without subgrid', viewer: { lacks: ['(grid-template-rows: subgrid)'] }, look: withoutSubgrid },
].flatMap(({ who, viewer, look }) =>
  Object.entries(look).map(([part, agreed]) => ({ who, viewer, part, agreed })),
)

/** The colours, of which a card has those of the dark scheme in both. */
const colours = {
  light: {
    '--paper': '#f9fafb',
    '--surface': '#fff',
    '--raised': '#181c23',
    '--edge': '#c0c4cb',
    '--ink': '#11161f',
    '--muted': '#474e57',
    '--accent': '#dd2308',
    '--shade': '#02030659',
  },
  dark: {
    '--paper': '#0c0e12',
    '--surface': '#111418',
    '--raised': '#181c23',
    '--edge': '#34383f',
    '--ink': '#f1f4f6',
    '--muted': '#afb5bc',
    '--accent': '#ff6e40',
    '--shade': '#02030659',
  },
}

/** Type, space and durations. */
const measures: Look = {
  '--face': '"Familjen", "Familjen Arial", "Familjen Roboto", "Familjen DejaVu", system-ui, sans-serif',
  '--normal': '400',
  '--strong': '580',
  '--text-s': '.9375rem',
  '--text': 'clamp(1.0625rem, 1rem + .25vw, 1.125rem)',
  '--text-l': 'clamp(1.25rem, 1.1rem + .75vw, 1.5rem)',
  '--text-xl': 'clamp(1.625rem, 1.4rem + 1vw, 2.125rem)',
  '--text-2xl': 'clamp(1.75rem, 1.3rem + 2vw, 2.75rem)',
  '--measure': '34em',
  '--space-s': '.75rem',
  '--space': '1.5rem',
  '--gap': 'clamp(.75rem, .5rem + .8vw, 1.25rem)',
  '--pad': 'clamp(1rem, .5rem + 2vw, 1.75rem)',
  '--column-gap': 'clamp(1.5rem, 3vw, 3rem)',
  '--space-l': 'clamp(2rem, 1.25rem + 2.5vw, 3.5rem)',
  '--space-xl': 'clamp(3.5rem, 2.25rem + 3.5vw, 6rem)',
  '--gutter': 'clamp(16px, 5vw, 40px)',
  '--page': 'min(72rem, 100vw - 2 * clamp(16px, 5vw, 40px))',
  '--header': 'min(4rem, 12.5svh)',
  '--target': '2.75rem',
  '--line': '2px',
  '--radius': '100rem',
  '--quick': '.14s',
  '--soft': '.24s',
  '--slow': '6s',
  '--ease': 'cubic-bezier(.2, .7, .2, 1)',
}

/** Each @font-face: the typeface, and those of the system that have its metrics, until it has loaded. */
const typefaces = [
  'font-family:Familjen;src:url(/assets/familjen-grotesk-latin-wght-normal-<hash>.woff2)format("woff2");font-weight:400 700;font-display:swap',
  'font-family:Familjen Arial;src:local(Arial),local(Liberation Sans),local(Helvetica);font-weight:400;size-adjust:94%;ascent-override:109%;descent-override:24%',
  'font-family:Familjen Arial;src:local(Arial Bold),local(Liberation Sans Bold),local(Helvetica Bold);font-weight:600;size-adjust:92%;ascent-override:111%;descent-override:24%',
  'font-family:Familjen Roboto;src:local(Roboto),local(Roboto Regular);font-weight:400 600;size-adjust:95%;ascent-override:108%;descent-override:24%',
  'font-family:Familjen DejaVu;src:local(DejaVu Sans);font-weight:400;size-adjust:84.2%;ascent-override:122%;descent-override:27%',
  'font-family:Familjen DejaVu;src:local(DejaVu Sans Bold);font-weight:600;size-adjust:77%;ascent-override:133%;descent-override:29%',
]

/** The media queries of its rules. */
const queries = [
  '(forced-colors: active)',
  '(prefers-color-scheme: dark)',
  '(prefers-contrast: more)',
  '(prefers-reduced-motion)',
  '(prefers-reduced-motion: no-preference)',
  '(width >= 36em)', // The footer.
  '(width >= 40em)',
  '(width >= 40em) and (height >= 30em)',
  '(width >= 40em) and (width <= 63.99em)',
  '(width >= 48em)', // The header.
  '(width >= 64em)',
  'print',
]

/** Each @keyframes, as Lightning CSS writes it into the style. */
const keyframes: Look = {
  step: 'to{transform:translate(162px)}',
  leave: '0%{opacity:1}30%,to{opacity:0}',
  draw: '0%{stroke-dasharray:0 2}to{stroke-dasharray:1.5 2}',
}

/** What a drawing shows of itself, at which size where no style says it. */
const frames: Record<string, Record<string, string | null>> = {
  '.logo svg': { viewBox: '0 0 32 32', width: '32', height: '32', preserveAspectRatio: null },
  '.hero svg': {
    viewBox: '-330 -200 660 400',
    width: '330',
    height: null,
    preserveAspectRatio: 'xMidYMax slice',
  },
  '.card svg': { viewBox: '-160 -80 320 160', width: '320', height: null, preserveAspectRatio: null },
  '.ending svg': {
    viewBox: '-330 -200 660 400',
    width: '330',
    height: null,
    preserveAspectRatio: 'xMidYMax slice',
  },
}

describe.skipIf(!isAgreed)('the look of Acme Software', () => {
  const html = isAgreed ? readFileSync(join(dist, 'index.html'), 'utf8') : ''
  // As shared/ui/drawing.tsx marks what has come into view.
  const page = stylesOf(manifest.style, html.replaceAll('class="drawing"', 'class="drawing seen"'))
  const find = (part: string) => page.document.querySelector(part) ?? expect.fail(`the page has no ${part}`)

  const lookOf = (part: string, properties: readonly string[], viewer: Viewer, of = page) => {
    const [ofElement = '', pseudo] = part.split('::')
    const element = of.document.querySelector(ofElement) ?? expect.fail(`the page has no ${ofElement}`)
    return Object.fromEntries(
      properties.map(property => {
        const value = of.declaredValue(element, pseudo ? `::${pseudo}` : '', property.split(', '), viewer)
        return [property, value ?? NOT_DECLARED]
      }),
    )
  }

  /** With the values of the tokens, which have a test of their own. */
  const withTokens = (part: string, look: Look, viewer: Viewer) =>
    Object.fromEntries(
      Object.entries(look).map(([property, value]) => {
        const [ofElement = ''] = part.split('::')
        return [property, page.resolve(value, find(ofElement), viewer)]
      }),
    )

  test.each(looks)('$part $who', ({ part, viewer, agreed }) => {
    expect(lookOf(part, Object.keys(agreed), viewer), CURE).toEqual(withTokens(part, agreed, viewer))
  })

  test.each([
    { part: '.step', opacity: NOT_DECLARED },
    { part: '.step :first-child', opacity: '0' },
    { part: '.step :last-child', opacity: NOT_DECLARED },
  ])('has people who stand still until one sees them: $part', ({ part, opacity }) => {
    const unseen = stylesOf(manifest.style, html)
    expect(lookOf(part, ['opacity', 'animation'], desk, unseen), CURE).toEqual({
      opacity,
      animation: NOT_DECLARED,
    })
  })

  test('changes with these media queries, and no others', () => {
    const found = rulesOf(manifest.style).rules.flatMap(rule => rule.queries)
    expect([...new Set(found)].sort(), CURE).toEqual(queries)
  })

  test('has its typeface, and moves nothing when it has loaded', () => {
    const found = [...manifest.style.matchAll(/@font-face ?\{([^}]*)\}/g)].map(([, face = '']) => face)
    expect(
      found.map(face => face.replace(/-\w{8}(?=\.woff2)/, '-<hash>')),
      CURE,
    ).toEqual(typefaces)
  })

  test('has its type, space and durations', () => {
    const found = Object.keys(measures).map(name => [name, page.resolve(`var(${name})`, find(':root'), {})])
    expect(Object.fromEntries(found), CURE).toEqual(measures)
  })

  const dark = { media: ['(prefers-color-scheme: dark)'] }
  test.each([
    { part: ':root', scheme: 'light', viewer: {}, agreed: colours.light },
    { part: ':root', scheme: 'dark', viewer: dark, agreed: colours.dark },
    { part: '.card', scheme: 'light', viewer: {}, agreed: colours.dark },
    { part: '.card', scheme: 'dark', viewer: dark, agreed: colours.dark },
  ])('has its colours in the $scheme scheme: $part', ({ part, viewer, agreed }) => {
    const found = Object.keys(agreed).map(name => [name, page.resolve(`var(${name})`, find(part), viewer)])
    expect(Object.fromEntries(found), CURE).toEqual(agreed)
  })

  test('has browsers draw its controls and scrollbars in the same scheme', () => {
    expect(lookOf('html', ['color-scheme'], {}), CURE).toEqual({ 'color-scheme': 'light dark' })
  })

  test.each(Object.entries(keyframes))('has its animation: %s', (name, agreed) => {
    const [, found] = new RegExp(`@keyframes ${name} ?\\{(.*?\\})\\}`).exec(manifest.style) ?? []
    expect(found, CURE).toBe(agreed)
  })

  test.each(Object.entries(frames))('shows its drawings whole: %s', (drawing, agreed) => {
    const found = Object.keys(agreed).map(name => [name, find(drawing).getAttribute(name)])
    expect(Object.fromEntries(found), CURE).toEqual(agreed)
  })

  test('has a logo of a line around a point', () => {
    expect(find('.logo svg').innerHTML, CURE).toBe(
      '<path class="line" d="M0 28h16a11 11 0 1 0-.1 0H32"></path><circle class="team" cx="16" cy="17" r="4"></circle>',
    )
  })

  test('has people who step to where the next one stood', () => {
    const people = [...page.document.querySelectorAll('.step circle')]
    const steps = people.map(person => Number(person.getAttribute('cx')))
    expect(steps, CURE).toEqual([-404, -242, -80, 82, 244]) // Each 162 after the last, as @keyframes step has it.
  })

  // Dashes are measured by it: shared/site/styles/cards.css.
  test.each(['.card .line', '.ending .line'])('has lines that draw themselves once: %s', line => {
    expect(find(line).getAttribute('pathLength'), CURE).toBe('1')
  })
})
