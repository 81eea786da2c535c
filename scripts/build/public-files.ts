import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { cached } from './cache.ts'
import { root } from './root.ts'
import type { Tokens } from './tokens.ts'

const folder = join(root, 'shared/public')
const MARK = 'favicon.svg'

export async function ownFiles(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile())
  return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'))
}

/** The files at the root of the site, by name in NFC: the icons, and those of shared/public/, which may replace an icon. */
export async function publicFiles(token: Tokens): Promise<Map<string, Uint8Array>> {
  const files = await drawIcons(token)
  for (const name of await ownFiles())
    if (name !== MARK) files.set(name.normalize(), await readFile(join(folder, name)))
  return files
}

/** A palette makes an image of few colours a quarter of the size, at any effort. */
export const png = { palette: true, quality: 90, dither: 0, effort: 1 } as const

/** Draws the icons from the mark, whose currentColor is the accent. */
async function drawIcons(token: Tokens): Promise<Map<string, Uint8Array>> {
  const mark = await readFile(join(folder, MARK), 'utf8')
  const [accent, dark, background] = [token('accent'), token('accent', 'dark'), token('paper')]
  const scheme = `<style>:root{color:${accent}}@media(prefers-color-scheme:dark){:root{color:${dark}}}</style>`
  const svg = Buffer.from(mark.replaceAll('currentColor', accent))

  /** The mark in a square, on paper where there is space around it; sizes in pixels. */
  const draw = (size: number, space: number) =>
    cached([svg, background, JSON.stringify([size, space, png])], async () => {
      const sharp = (await import('sharp')).default
      const image = sharp(svg).resize(size - 2 * space, size - 2 * space)
      const [top, bottom, left, right] = [space, space, space, space]
      if (space > 0) image.flatten({ background }).extend({ top, bottom, left, right, background })
      return image.png(png).toBuffer()
    })

  return new Map([
    [MARK, Buffer.from(mark.replace(/<svg[^>]*>/, `$&${scheme}`))],
    ['favicon.ico', await draw(32, 0)], // Every browser reads a PNG under this name.
    ['apple-touch-icon.png', await draw(180, 14)],
  ])
}
