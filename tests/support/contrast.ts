import type { stylesOf, Viewer } from './cascade.ts'

// https://www.w3.org/TR/css-color-4/#css-system-colors, as in the dark theme of Windows for high contrast.
const NAMES: Record<string, string> = {
  canvas: '#000000',
  canvastext: '#ffffff',
  linktext: '#ffff00',
  highlight: '#1aebff',
  white: '#ffffff',
  black: '#000000',
}

/** As #rrggbb, where it is an opaque colour that these tests know. */
function digitsOf(colour: string): string | undefined {
  const value = NAMES[colour.toLowerCase()] ?? colour
  if (/^#[\da-f]{3}$/i.test(value)) return value.replace(/[\da-f]/gi, '$&$&')
  return /^#[\da-f]{6}$/i.test(value) ? value : undefined
}

export const isMeasurable = (colour: string) => digitsOf(colour) !== undefined

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(colour: string): number {
  const digits = digitsOf(colour)
  if (digits === undefined) throw new Error(`these tests cannot measure the contrast of the colour ${colour}`)
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map(at => Number.parseInt(digits.slice(at, at + 2), 16) / 255)
    .map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio. Throws for a colour that is not measurable, so that none is left out. */
export function contrast(one: string, other: string): number {
  const [lower = 0, higher = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (higher + 0.05) / (lower + 0.05)
}

/** The colours of a background: one, or those of a gradient, or none. */
function coloursOf(background: string): string[] {
  if (/^(none|inherit)$/.test(background)) return []
  if (/^\w+-gradient\(/.test(background)) return background.match(/#[\da-f]+/g) ?? []
  return [background]
}

interface Colours {
  words: string
  behind: string[]
}

/** The colours of every element of a page, for one viewer. */
function coloursIn(page: ReturnType<typeof stylesOf>, viewer: Viewer) {
  const known = new Map<Element, Colours>()

  /** What an element, or one of its pseudo-elements, declares, or has from the element around it. */
  function declared(element: Element, pseudoElement: string, around: Colours): Colours {
    const words = page.declaredValue(element, pseudoElement, ['color'], viewer) ?? 'inherit'
    const background = page.declaredValue(element, pseudoElement, ['background', 'background-color'], viewer)
    const behind = coloursOf(background ?? 'none')
    return {
      words: /^(inherit|currentcolor)$/i.test(words) ? around.words : words,
      behind: behind.length > 0 ? behind : around.behind,
    }
  }

  function ofElement(element: Element): Colours {
    return known.getOrInsertComputed(element, () => {
      const parent = element.parentElement
      return declared(element, '', parent ? ofElement(parent) : { words: 'black', behind: ['white'] })
    })
  }

  return (element: Element, pseudoElement: string) =>
    pseudoElement === '' ? ofElement(element) : declared(element, pseudoElement, ofElement(element))
}

/** Where words may stand. Of what is disabled nothing is asked: no pointer is ever over it. */
const WITH_WORDS = [
  { selector: 'body :not(:empty, :disabled, script, svg, svg *)', pseudoElement: '' },
  { selector: ':is(input, select, textarea):enabled', pseudoElement: '' },
  { selector: 'h1, p', pseudoElement: '::selection' },
  { selector: 'li', pseudoElement: '::marker' },
  { selector: 'input, textarea', pseudoElement: '::placeholder' },
  { selector: '[type=file]', pseudoElement: '::file-selector-button' },
  { selector: '.main a[href^=http]', pseudoElement: '::after' },
]

/** The words of a page, each with their colour and one behind them. */
export function wordsOf(page: ReturnType<typeof stylesOf>, viewer: Viewer) {
  const coloursFor = coloursIn(page, viewer)
  return WITH_WORDS.flatMap(({ selector, pseudoElement }) =>
    [...page.document.querySelectorAll(selector)].flatMap(element => {
      const { words, behind } = coloursFor(element, pseudoElement)
      const withoutContent = element.cloneNode() as Element // To write all of a page takes long.
      const [tag] = /^<[^>]*>/.exec(withoutContent.outerHTML) ?? []
      return behind.map(colour => ({ where: `${tag}${pseudoElement}`, words, behind: colour }))
    }),
  )
}
