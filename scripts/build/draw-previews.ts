import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transform } from 'lightningcss'
import type { ReactElement } from 'react'
import type { Font } from 'satori'
import { UserError } from '../../server/errors.ts'
import { pictureSize } from '../../server/metadata.ts'
import type { Row } from '../../shared/page-table.ts'
import { cached } from './cache.ts'
import { previewOf } from './previews.tsx'
import { png } from './public-files.ts'
import type { Facts } from './read-table.ts'
import { root } from './root.ts'
import { readTokens, type Tokens, targets } from './tokens.ts'

/** The typefaces of link previews. A letter is of the first that has it: add one for an alphabet that none has. */
const faces = ['@fontsource/familjen-grotesk']

let typefaces: Promise<Font[]> | undefined

/** The faces in the two weights of the previews: for each alphabet one font, in a format that satori reads. */
async function readFonts(): Promise<Font[]> {
  const fonts: Font[] = []
  for (const face of faces) {
    const folder = fileURLToPath(new URL('files', import.meta.resolve(`${face}/package.json`)))
    for (const file of await readdir(folder)) {
      const [, name, weight] = /^(.+)-(400|600)-normal\.woff$/.exec(file) ?? []
      if (!name) continue
      const data = await readFile(join(folder, file))
      fonts.push({ name, weight: weight === '400' ? 400 : 600, data })
    }
  }
  return fonts
}

/** The rules of the drawings for librsvg, which knows neither nesting nor variables. */
async function readDrawingStyle(token: Tokens): Promise<string> {
  const filename = join(root, 'shared/styles/drawing.css')
  const { code } = transform({ filename, code: await readFile(filename), targets })
  const lines = code.toString().replace(/vector-effect: [^;]+;/g, '')
  return lines.replace(/var\(--([\w-]+)\)/g, (_, name) => token(name))
}

/** Returns a function that draws the link preview of a page as a PNG. */
export async function createPreviews(facts: Facts) {
  const token = readTokens()
  const style = await readDrawingStyle(token)
  return (row: Row) => drawPreview(row.path, previewOf(row, { facts, token, style }))
}

function drawPreview(path: string, element: ReactElement): Promise<Uint8Array> {
  // Loaded only where something is drawn: each library takes a tenth of a second.
  return cached([JSON.stringify([element, pictureSize, png, faces])], async () => {
    const satori = (await import('satori')).default
    typefaces ??= readFonts()
    const fonts = await typefaces
    const missing = new Set<string>()
    const loadAdditionalAsset = async (_alphabet: string, letters: string) => {
      missing.add(letters)
      return []
    }
    const svg = await satori(element, { ...pictureSize, fonts, loadAdditionalAsset })
    if (missing.size > 0)
      throw new UserError(
        `${path}: no typeface of the link previews has ${[...missing].join(' ')}. Install one that has, such as a package of @fontsource, and add it to "faces" in scripts/build/draw-previews.ts.`,
      )
    const sharp = (await import('sharp')).default
    return sharp(Buffer.from(svg)).png(png).toBuffer()
  })
}
