/** The digits of a colour, as rrggbb. */
function digitsOf(colour: string): string {
  const [, digits = ''] = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(colour) ?? []
  if (digits === '') throw new Error(`these tests cannot measure the contrast of the colour ${colour}`)
  return digits.length === 3 ? digits.replace(/./g, '$&$&') : digits
}

/** From 0 (black) to 1 (white): https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
export function luminance(colour: string): number {
  const digits = digitsOf(colour)
  const [red = 0, green = 0, blue = 0] = [0, 2, 4]
    .map(at => Number.parseInt(digits.slice(at, at + 2), 16) / 255)
    .map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio. Throws for a colour that it can't measure, so that none is skipped. */
export function contrast(one: string, other: string): number {
  const [lower = 0, higher = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (higher + 0.05) / (lower + 0.05)
}
