import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { cached } from '../../scripts/lib/build-cache.ts'
import { root } from '../../scripts/lib/root.ts'
import { type Mark, PNG_OPTIONS } from '../../scripts/media/mark.ts'
import { openPicture, readable } from '../../scripts/media/open-picture.ts'
import type { Tokens } from '../../scripts/media/tokens.ts'
import { UserError } from '../../server/lib/errors.ts'
import { nameIn } from '../../server/lib/file-names.ts'
import { ICONS } from './names.ts'

/** Draws the icons from the mark, by their names in dist/. */
export async function drawIcons(mark: Mark, tokens: Tokens): Promise<Map<string, Uint8Array>> {
  const paper = tokens.colour('paper')
  const refuse = ({ message }: Error) => {
    throw new UserError(`${nameIn(root, mark.file)}: ${message}`)
  }
  /** Draws the mark in a square, as a PNG. It's on paper if there is space around it, else transparent. Sizes are in pixels. */
  const draw = (size: number, space: number) =>
    cached([mark.image, paper, JSON.stringify([size, space, PNG_OPTIONS])], async () => {
      const inner = size - 2 * space
      const background = space > 0 ? paper : '#0000'
      const picture = await openPicture(mark.image).catch(refuse)
      const image = picture.resize(inner, inner, { fit: 'contain', background })
      if (space > 0) {
        image.flatten({ background })
        image.extend({ top: space, bottom: space, left: space, right: space, background })
      }
      return image
        .png(PNG_OPTIONS)
        .toBuffer()
        .catch(error => refuse(readable(error)))
    })
  const isSvg = extname(mark.file) === '.svg'
  return new Map([
    [ICONS.svg, isSvg ? await withColourScheme(mark.file, tokens) : inSvg(await draw(64, 0))],
    [ICONS.ico, await draw(32, 0)], // Every browser accepts a PNG with this name.
    [ICONS.touch, await draw(180, 14)],
  ])
}

/** Wraps a PNG of 64 by 64 pixels in an SVG. */
function inSvg(png: Uint8Array): Uint8Array {
  const data = Buffer.from(png).toString('base64')
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><image width="64" height="64" href="data:image/png;base64,${data}"/></svg>`,
  )
}

/** Reads a mark that is an SVG, and lets its currentColor follow the colour scheme. */
async function withColourScheme(file: string, tokens: Tokens): Promise<Uint8Array> {
  const svg = await readFile(file, 'utf8')
  const light = tokens.colour('accent')
  const dark = tokens.colour('accent', 'dark')
  const scheme = `<style>:root{color:${light}}@media(prefers-color-scheme:dark){:root{color:${dark}}}</style>`
  return Buffer.from(svg.replace(/<svg[^>]*>/, `$&${scheme}`))
}
