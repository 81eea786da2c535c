import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transform } from 'lightningcss'
import type { ReactElement } from 'react'
import type { Font } from 'satori'
import { UserError } from '../../server/errors.ts'
import { pictureSize } from '../../server/metadata.ts'
import type { Table } from '../../shared/page-table.ts'
import { cached } from './cache.ts'
import { previews } from './previews.tsx'
import { readTokens, type Tokens, targets } from './tokens.ts'

/** The typefaces of link previews. A letter is of the first that has it: add one for an alphabet that none has. */
const faces = ['@fontsource/familjen-grotesk']

/** How icons and previews are written: a palette makes them a quarter of the size, at any effort. */
const png = { palette: true, quality: 90, dither: 0, effort: 1 } as const

const shared = join(import.meta.dirname, '../../shared')

// Both take a tenth of a second to load, which a build saves that draws nothing new.
const loadSatori = async () => (await import('satori')).default
const loadSharp = async () => (await import('sharp')).default

let typefaces: ReturnType<typeof readFonts> | undefined

/** The faces in the two weights of the previews: for each alphabet one font, in a format that satori reads. */
async function readFonts() {
  const fonts: Font[] = []
  const sum = createHash('sha256')
  for (const face of faces) {
    const folder = fileURLToPath(new URL('files', import.meta.resolve(`${face}/package.json`)))
    for (const file of await readdir(folder)) {
      const [, name, weight] = /^(.+)-(400|600)-normal\.woff$/.exec(file) ?? []
      if (!name) continue
      const data = await readFile(join(folder, file))
      sum.update(data)
      fonts.push({ name, weight: weight === '400' ? 400 : 600, data })
    }
  }
  return { fonts, hash: sum.digest('hex') }
}

/** The rules of the drawings for librsvg, which knows neither nesting nor variables. */
async function readDrawingStyle(token: Tokens): Promise<string> {
  const filename = join(shared, 'styles/drawing.css')
  const { code } = transform({ filename, code: await readFile(filename), targets })
  const lines = code.toString().replace(/vector-effect: [^;]+;/g, '')
  return lines.replace(/var\(--([\w-]+)\)/g, (_, name) => token(name))
}

/** The link previews, by their file. Each is drawn as a PNG when it is called for. */
export async function previewDrawers(table: Table) {
  const token = readTokens()
  const all = previews(table, token, await readDrawingStyle(token))
  return new Map(all.map(({ file, path, element }) => [file, () => drawPreview(path, element)]))
}

async function drawPreview(path: string, element: ReactElement): Promise<Uint8Array> {
  typefaces ??= readFonts()
  const { fonts, hash } = await typefaces
  const missing = new Set<string>()
  const loadAdditionalAsset = async (_alphabet: string, letters: string) => {
    missing.add(letters)
    return []
  }
  return cached([JSON.stringify([element, pictureSize, png, hash])], async () => {
    const satori = await loadSatori()
    const svg = await satori(element, { ...pictureSize, fonts, loadAdditionalAsset })
    if (missing.size > 0)
      throw new UserError(
        `${path}: no typeface of the link previews has ${[...missing].join(' ')}. Install one that has, such as a package of @fontsource, and add it to "faces" in scripts/build/draw.ts.`,
      )
    const sharp = await loadSharp()
    return sharp(Buffer.from(svg)).png(png).toBuffer()
  })
}

/** The sizes of the icons in pixels, and the space around the mark in them. */
const icons = {
  'apple-touch-icon.png': [180, 14],
  'icon-192.png': [192, 0],
  'icon-512.png': [512, 0],
  'icon-maskable.png': [512, 112],
} as const

/** Draws the icons from shared/public/favicon.svg, whose currentColor is the accent. */
export async function drawIcons(token: Tokens): Promise<[string, Uint8Array][]> {
  const mark = await readFile(join(shared, 'public/favicon.svg'), 'utf8')
  const [accent, dark, paper] = [token('accent'), token('accent', 'dark'), token('paper')]
  const scheme = `<style>:root{color:${accent}}@media(prefers-color-scheme:dark){:root{color:${dark}}}</style>`
  const svg = Buffer.from(mark.replaceAll('currentColor', accent))

  /** The mark in a square, on paper where there is space around it. */
  const draw = (size: number, space: number) =>
    cached([svg, paper, JSON.stringify([size, space, png])], async () => {
      const sharp = await loadSharp()
      const image = sharp(svg).resize(size - 2 * space, size - 2 * space)
      const [top, bottom, left, right] = [space, space, space, space]
      if (space > 0)
        image.flatten({ background: paper }).extend({ top, bottom, left, right, background: paper })
      return image.png(png).toBuffer()
    })

  const drawn = Object.entries(icons).map(
    async ([name, [size, space]]): Promise<[string, Uint8Array]> => [name, await draw(size, space)],
  )
  return [
    ['favicon.svg', Buffer.from(mark.replace(/<svg[^>]*>/, `$&${scheme}`))],
    ['favicon.ico', icoOf(await draw(32, 0), 32)],
    ...(await Promise.all(drawn)),
  ]
}

/** A PNG in the format of Windows icons: https://en.wikipedia.org/wiki/ICO_(file_format) */
function icoOf(image: Uint8Array, size: number): Buffer {
  const header = Buffer.from([0, 0, 1, 0, 1, 0, size, size, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  header.writeUInt32LE(image.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, image])
}
