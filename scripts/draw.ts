import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transform } from 'lightningcss'
import type { Font } from 'satori'
import { cached } from './cache.ts'
import { Fault } from './faults.ts'
import type * as Previews from './preview.tsx'
import { readTokens, type Tokens, targets } from './tokens.ts'

/** The typefaces of link previews. A letter is of the first that has it: add one for an alphabet that none has. */
const faces = ['@fontsource/familjen-grotesk']

/** How both are written: a palette makes them a quarter of the size. */
const png = { palette: true, quality: 90, dither: 0 } as const

const shared = join(import.meta.dirname, '../shared')

// Both take a tenth of a second to load, which a build saves that draws nothing new.
const loadSatori = async () => (await import('satori')).default
const loadSharp = async () => (await import('sharp')).default

let fonts: Promise<Font[]> | undefined

/** The faces in the two weights of the previews: for each alphabet one font, in a format that satori reads. */
async function readFonts(): Promise<Font[]> {
  const found: Font[] = []
  for (const face of faces) {
    const folder = join(dirname(fileURLToPath(import.meta.resolve(`${face}/package.json`))), 'files')
    for (const file of await readdir(folder)) {
      const [, name, weight] = /^(.+)-(400|600)-normal\.woff$/.exec(file) ?? []
      if (name)
        found.push({ name, weight: Number(weight) as 400 | 600, data: await readFile(join(folder, file)) })
    }
  }
  return found
}

/** The rules of the drawings for librsvg, which knows neither nesting nor variables. */
async function readDrawingStyle(token: Tokens): Promise<string> {
  const filename = join(shared, 'styles/drawing.css')
  const { code } = transform({ filename, code: await readFile(filename), targets })
  return code
    .toString()
    .replace(/vector-effect: [^;]+;/g, '')
    .replace(/var\(--([\w-]+)\)/g, (_, name) => token(name))
}

/** The link previews of a bundle, by their file. Each is drawn as a PNG when it is called for. */
export async function previewDrawers({ previews }: Pick<typeof Previews, 'previews'>) {
  const token = readTokens()
  const wanted = await previews({ token, style: await readDrawingStyle(token) })
  return new Map(wanted.map(preview => [preview.file, () => drawPreview(preview)]))
}

async function drawPreview({ path, element, size }: Previews.Preview): Promise<Uint8Array> {
  fonts ??= readFonts()
  const loaded = await fonts
  return cached([JSON.stringify([element, size]), ...loaded.map(({ data }) => data as Buffer)], async () => {
    const missing = new Set<string>()
    const satori = await loadSatori()
    const svg = await satori(element, {
      ...size,
      fonts: loaded,
      loadAdditionalAsset: async (_alphabet, letters) => {
        missing.add(letters)
        return []
      },
    })
    if (missing.size > 0)
      throw new Fault(
        `${path}: no typeface of the link previews has ${[...missing].join(' ')}. Install one that has, such as a package of @fontsource, and add it to "faces" in scripts/draw.ts.`,
      )
    const sharp = await loadSharp()
    return sharp(Buffer.from(svg)).png(png).toBuffer()
  })
}

/** Draws the icons from shared/public/favicon.svg, whose currentColor is the accent. */
export async function drawIcons(token: Tokens): Promise<[string, Uint8Array][]> {
  const mark = await readFile(join(shared, 'public/favicon.svg'), 'utf8')
  const [accent, dark, paper] = [token('accent'), token('accent', 'dark'), token('paper')]
  const scheme = `<style>:root{color:${accent}}@media(prefers-color-scheme:dark){:root{color:${dark}}}</style>`
  const svg = Buffer.from(mark.replaceAll('currentColor', accent))

  /** The mark in a square of `size` pixels, on paper where there is space around it. */
  const draw = (size: number, space = 0) =>
    cached([svg, paper, `${size} ${space}`], async () => {
      const sharp = await loadSharp()
      const image = sharp(svg).resize(size - 2 * space, size - 2 * space)
      if (space > 0)
        image
          .flatten({ background: paper })
          .extend({ top: space, bottom: space, left: space, right: space, background: paper })
      return image.png(png).toBuffer()
    })

  const [small, apple, medium, large, maskable] = await Promise.all([
    draw(32),
    draw(180, 30),
    draw(192),
    draw(512),
    draw(512, 128),
  ])
  return [
    ['favicon.svg', Buffer.from(mark.replace(/<svg[^>]*>/, `$&${scheme}`))],
    ['favicon.ico', icoOf(small, 32)],
    ['apple-touch-icon.png', apple],
    ['icon-192.png', medium],
    ['icon-512.png', large],
    ['icon-maskable.png', maskable],
  ]
}

/** A PNG in the format of Windows icons: https://en.wikipedia.org/wiki/ICO_(file_format) */
function icoOf(image: Uint8Array, size: number): Buffer {
  const header = Buffer.from([0, 0, 1, 0, 1, 0, size, size, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  header.writeUInt32LE(image.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, image])
}
