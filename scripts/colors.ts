const names = ['paper', 'ink', 'muted', 'accent'] as const

/** The colours of a picture by their token, as #rrggbb. */
export type Colors = Record<(typeof names)[number], string>

/** Reads the light scheme's colours from the tokens: `--name: light-dark(oklch(l c h), …)`. */
export function readColors(css: string): Colors {
  const read = (name: string) => {
    const token = new RegExp(`--${name}: light-dark\\(oklch\\(([\\d.]+) ([\\d.]+) ([\\d.]+)\\)`).exec(css)
    if (!token) throw new Error(`shared/styles/tokens.css: write --${name} as light-dark(oklch(l c h), …)`)
    return [name, hex(...(token.slice(1).map(Number) as Lch))]
  }
  return Object.fromEntries(names.map(read))
}

type Lch = [lightness: number, chroma: number, hue: number]

/** OKLCH to sRGB, cut to what a screen can show. https://bottosson.github.io/posts/oklab/ */
function hex(lightness: number, chroma: number, hue: number): string {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  const bytes = linear
    .map(value => Math.min(1, Math.max(0, value)))
    .map(value => (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055))
  return `#${bytes
    .map(value =>
      Math.round(value * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
