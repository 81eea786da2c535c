// Makes the icons of shared/public/ again, after a change of favicon.svg.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import { paper } from '../shared/manifest.ts'

const folder = join(import.meta.dirname, '../shared/public')
const accent = '#dd2308'
const svg = await readFile(join(folder, 'favicon.svg'), 'utf8')
const mark = svg.replace(/<style>.*<\/style>/, '').replaceAll('currentColor', accent)

/** The mark in a square of `size` pixels; with a share of space around it, on paper. */
function png(size: number, space = 0): Buffer {
  const edge = 32 * space
  const box = `viewBox="${-edge} ${-edge} ${32 + 2 * edge} ${32 + 2 * edge}"`
  return new Resvg(mark.replace('viewBox="0 0 32 32"', box), {
    fitTo: { mode: 'width', value: size },
    ...(space > 0 && { background: paper.light }),
  })
    .render()
    .asPng()
}

/** One PNG in the format of Windows icons: https://en.wikipedia.org/wiki/ICO_(file_format) */
function ico(image: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2) // an icon
  header.writeUInt16LE(1, 4) // one image
  header.writeUInt8(size, 6)
  header.writeUInt8(size, 7)
  header.writeUInt16LE(1, 10) // colour planes
  header.writeUInt16LE(32, 12) // bits per pixel
  header.writeUInt32LE(image.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, image])
}

const icons = {
  'favicon.ico': ico(png(32), 32),
  'apple-touch-icon.png': png(180, 0.25),
  'icon-192.png': png(192),
  'icon-512.png': png(512),
  'icon-maskable.png': png(512, 0.5),
}
for (const [name, body] of Object.entries(icons)) {
  await writeFile(join(folder, name), body)
  console.log(`${name}  ${body.length} bytes`)
}
