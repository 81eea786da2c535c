// What no rule of the style does, on whatever page and for whomever: it hides nothing, and takes nothing from the pointer.
// Read as data; tests/browser/ looks at pages in browsers.
import { expect, test } from 'vitest'
import { rulesOf } from '../support/cascade.ts'
import { manifest } from '../support/fixture-site.ts'

/** These properties lay out, measure and decorate, and hide nothing. A browser measures contrast. */
const HARMLESS = [
  /^--/,
  /^(color|background|background-color|fill|color-scheme|caret-color|scrollbar-color)$/,
  /^(align|justify|place|grid|flex|margin|padding|border|break|stroke|text|hyphen)/,
  /^-(moz|webkit)-(text-size-adjust|text-decoration-color|hyphens)$/,
  /^((min|max)-inline|min-block|inline|block)-size$/,
  /^(gap|column-gap|inset|inset-block|inset-block-start|aspect-ratio|box-shadow|box-sizing)$/,
  /^(font|font-family|font-size|font-style|font-variant-numeric|font-weight)$/,
  /^(letter-spacing|line-height|word-spacing|overflow-wrap|direction|vertical-align)$/,
  /^(list-style|caption-side|resize|vector-effect|transition|transform-origin|scroll-padding-block-start)$/,
]

/** These declarations do not either, whose properties could. */
const HARMLESS_VALUES = [
  /^display: (?!none|contents)/,
  /^overflow(-[xy])?: (visible|auto)$/,
  /^opacity: 1$/,
  /^cursor: pointer$/,
  /^position: (static|relative|sticky)$/,
  /^animation: none$/,
]

/** A size, or a colour, of which a visitor sees nothing; and what no layer can undo. */
const UNSEEN =
  /^(font-size|line-height|inline-size|block-size|max-inline-size): (0|1px)$|transparent|#0000\b|!important/

function isHarmless(property: string, value: string): boolean {
  const declaration = `${property}: ${value}`
  if (UNSEEN.test(declaration)) return false
  return [
    HARMLESS.some(pattern => pattern.test(property)),
    HARMLESS_VALUES.some(pattern => pattern.test(declaration)),
  ].includes(true)
}

/** The declarations that could hide or disable something, each with the media and conditions in which it counts. */
function dangerous(): string[] {
  const { rules } = rulesOf(manifest.style.replace(/\.\w{6}_(?=\w)/g, '.')) // Without the hashes of CSS modules.
  return rules.flatMap(({ queries, conditions, selector, pseudoElement, declarations }) =>
    [...declarations]
      .filter(([property, value]) => !isHarmless(property, value))
      .map(([property, value]) =>
        [...queries, ...conditions, `${selector}${pseudoElement} { ${property}: ${value} }`].join(' | '),
      ),
  )
}

/** Every declaration that could, with the reason for which it does no harm. */
const REASONS: Record<string, string[]> = {
  'for a screen reader, or the keyboard until it comes there': [
    '.visually-hidden { clip-path: inset(50%) }',
    '.visually-hidden { white-space: nowrap }',
    '.visually-hidden { block-size: 1px }',
    '.visually-hidden { inline-size: 1px }',
    '.visually-hidden { position: absolute }',
    '.visually-hidden { overflow: hidden }',
    '.skip-link:not(:focus) { clip-path: inset(50%) }',
    '.skip-link:not(:focus) { white-space: nowrap }',
    '.skip-link:not(:focus) { block-size: 1px }',
    '.skip-link:not(:focus) { inline-size: 1px }',
    '.skip-link:not(:focus) { position: absolute }',
    '.skip-link:not(:focus) { overflow: hidden }',
    '.skip-link { z-index: 2 }',
    '.skip-link { position: fixed }',
  ],
  'of no use on paper': [
    'print | :is(.header-nav, .menu, .header button, .skip-link, .drawing, .actions, .next, .copy, video, .footer nav) { display: none }',
    'print | .main a[href^="http"]::after { content: " (" attr(href) ")" }',
    'print | :is(.hero, .ending, .prose-row)::after { content: none }',
  ],
  'the menu, which is open, closed or a row of links': [
    '.header-nav { display: none }',
    '.header-nav .menu-link::after { content: "" }',
    '.header-nav .menu-link::after { position: absolute }',
    '.header-nav .menu-link::after { scale: 0 1 }',
    '.header-nav .menu-link:is(:hover, [aria-current])::after { scale: 1 }',
    'not selector(:popover-open) | .menu-button { display: none }',
    'selector(:popover-open) | .menu-button:has( + .menu:popover-open) path { transform: translateY(4px) rotate(45deg) }',
    'selector(:popover-open) | .menu-button:has( + .menu:popover-open) path + path { transform: translateY(-4px) rotate(-45deg) }',
    'selector(:popover-open) | .menu { max-block-size: calc(100dvb - var(--header)) }',
    'selector(:popover-open) | .menu { clip-path: inset(0 0 -100vmax) }',
    'selector(:popover-open) | .menu { animation: open var(--soft) var(--ease) }',
    'selector(:popover-open) | .menu { position: fixed }',
    'selector(:popover-open) | :root:not([data-hydrated]):has(:is(a, button, main):focus-visible:not(.menu-button, .menu a)) .menu:popover-open { display: none }',
    'selector(:popover-open) | :root:not([data-hydrated]) .menu:popover-open:has(a:focus:not(:focus-visible, :active)) { opacity: 0 }',
    'selector(:popover-open) | :root:not([data-hydrated]) .menu:popover-open:has(a:focus:not(:focus-visible, :active)) { pointer-events: none }',
    'selector(:popover-open) | .menu .menu-link[aria-current]::after { content: "" }',
    '(width >= 48em) | .menu-button { display: none }',
    '(width >= 48em) | .menu { display: none }',
    '.footer-row .menu-link { text-decoration-color: #0000 }',
  ],
  'works by a script, or waits for a wide window': [
    ':root:not([data-hydrated]) .copy { visibility: hidden }',
    '.seek { display: none }',
  ],
  'stands on paper alone': ['.for-paper { display: none }'],
  'cannot be used, and says so': [
    '.button:disabled { pointer-events: none }',
    ':is(button:not([class]), input:not([type="range"]), select, textarea):disabled { pointer-events: none }',
  ],
  'the focus ring': [
    ':focus-visible { outline: var(--line) solid var(--accent) }',
    ':focus-visible { outline-offset: 4px }',
    '.main:focus { outline: none }',
    '.header-nav .menu-link:focus-visible { outline-offset: -.375rem }',
    'selector(:popover-open) | .menu .menu-link:focus-visible { outline-offset: -4px }',
    'input:is([type="date"], [type="time"], [type="month"], [type="week"], [type="datetime-local"], [type="number"]):focus-within { outline: var(--line) solid var(--accent) }',
  ],
  'yields to a press': [
    '.button:active { scale: .97 }',
    ':is(button, [type="submit"], [type="button"], [type="reset"]):not([class]):active { scale: .97 }',
  ],
  'a mark, which says nothing': [
    'summary::-webkit-details-marker { display: none }',
    'summary::after { content: "" }',
    'summary::after { translate: 0 -.15em }',
    'summary::after { rotate: 45deg }',
    '[open] > :is(summary)::after { translate: 0 .15em }',
    '[open] > :is(summary)::after { rotate: 225deg }',
    ':is(.next, .menu-members)::after { content: "" }',
    ':is(.next, .menu-members)::after { background: linear-gradient(to bottom right,transparent calc(50% - var(--line) / 2),currentColor 0 calc(50% + var(--line) / 2),transparent 0) }',
    ':is(.next, .menu-members)::after { rotate: 45deg }',
    '[dir="rtl"] :is(.next, .menu-members)::after { rotate: -135deg }',
    ':is(.hero, .ending, .prose-row)::after { content: "" }',
    ':is(.hero, .ending, .prose-row)::after { position: absolute }',
    '.next:hover::after { translate: .375rem }',
    '[dir="rtl"] .next:hover::after { translate: -.375rem }',
    '.badge::before { content: "" }',
    ':is([type="checkbox"], [type="radio"]):is(:checked, :indeterminate)::before { content: "" }',
    '[type="checkbox"]:checked::before { translate: 0 -.1rem }',
    '[type="checkbox"]:checked::before { rotate: 45deg }',
    '[type="checkbox"]:indeterminate::before { translate: none }',
    '[type="checkbox"]:indeterminate::before { rotate: none }',
    '[type="radio"]:not(:checked)::before { content: none }',
    '(forced-colors: active) | .badge::before { forced-color-adjust: none }',
  ],
  'a control that the style draws anew': [
    '(appearance: base-select) | select:not([multiple], [size]) { appearance: base-select }',
    ':is([type="checkbox"], [type="radio"]) { appearance: none }',
    '[type="range"] { appearance: none }',
    '[type="range"]::-webkit-slider-runnable-track { block-size: 0 }',
    '[type="range"]::-moz-range-track { block-size: 0 }',
    '[type="range"]::-webkit-slider-thumb { appearance: none }',
    'progress { appearance: none }',
    'progress { forced-color-adjust: none }',
    'dialog { max-block-size: calc(100% - 2 * var(--gutter)) }',
  ],
  'a drawing': [
    '[dir="rtl"] .drawing { scale: -1 1 }',
    '.ring { block-size: 0 }',
    '(prefers-reduced-motion: no-preference) | .seen .cart { animation: arrive var(--slow) 1s var(--ease) }',
    '(width >= 40em) and (width <= 63.99em) | .card .drawing { overflow: hidden }',
    '.bar:nth-child(2n) { transform: scaleY(.5) }',
  ],
  'the window, and what stays in it': [
    'html { touch-action: manipulation }',
    'html { overflow: hidden scroll }',
    'body { overflow-x: clip }',
    '.header { z-index: 1 }',
    '.sheet { position: fixed }',
    '.pill { position: absolute }',
  ],
  'cuts off nothing, because its height is that of its content': ['.card { overflow: hidden }'],
  'keeps its lines': [':is(sub, sup) { line-height: 0 }', 'pre { white-space: pre-wrap }'],
}

test('no rule hides or disables anything, but these, each with its reason', () => {
  const advice = 'a declaration that could hide or disable something needs a row in REASONS, with its reason'
  expect(dangerous().sort(), advice).toEqual(Object.values(REASONS).flat().sort())
})
