// The icons that the build draws from the mark: of a tab, of a bookmark, and of a home screen.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { drawIcons } from '../../scripts/media/icons.ts'
import { readMark } from '../../scripts/media/mark.ts'
import { tokensIn } from '../../scripts/media/tokens.ts'
import { dist } from '../support/fixture-site.ts'

const token = tokensIn(
  ':root { --paper: light-dark(#ffffff, #000000); --accent: light-dark(#008000, #00ff00); --ink: #000 }',
)
const folder = mkdtempSync(join(tmpdir(), 'icons-test-'))
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#000000" d="M0 0h32v32H0z"/></svg>'

/** The icons of a mark that is a black square. */
async function iconsOf(name: string) {
  const file = join(folder, name)
  const square = { create: { width: 64, height: 64, channels: 3, background: '#000000' } } as const
  writeFileSync(file, name.endsWith('.svg') ? SVG : await sharp(square).png().toBuffer())
  const image = name.endsWith('.svg') ? Buffer.from(SVG) : await sharp(square).png().toBuffer()
  return drawIcons({ file, image }, token)
}
const iconIn = (icons: Map<string, Uint8Array>, name: string) => sharp(icons.get(name))
const colourAt = async (icon: Sharp, left: number, top: number) => {
  const pixel = await icon.ensureAlpha().extract({ left, top, width: 1, height: 1 }).raw().toBuffer()
  return [...pixel]
}

test.each([
  { name: 'favicon.ico', format: 'png', width: 32, height: 32 },
  { name: 'apple-touch-icon.png', format: 'png', width: 180, height: 180 },
])('$name is a picture of $width by $height pixels', async ({ name, ...expected }) => {
  const { format, width, height } = await iconIn(await iconsOf('mark.svg'), name).metadata()
  expect({ format, width, height }).toEqual(expected)
})

test('the icon of a home screen has the mark on paper, with space around it', async () => {
  const icon = iconIn(await iconsOf('mark.svg'), 'apple-touch-icon.png')
  expect({
    corner: await colourAt(icon.clone(), 0, 0),
    before: await colourAt(icon.clone(), 13, 90),
    inside: await colourAt(icon.clone(), 14, 90),
    last: await colourAt(icon.clone(), 165, 90),
    after: await colourAt(icon.clone(), 166, 90),
  }).toEqual({
    corner: [255, 255, 255, 255],
    before: [255, 255, 255, 255],
    inside: [0, 0, 0, 255],
    last: [0, 0, 0, 255],
    after: [255, 255, 255, 255],
  })
})

test('the icon of a tab is an SVG whose colour is the accent of the colour scheme', async () => {
  const svg = String(Buffer.from((await iconsOf('mark.svg')).get('favicon.svg') ?? ''))
  expect(svg).toContain(
    '<style>:root{color:#008000}@media(prefers-color-scheme:dark){:root{color:#0f0}}</style>',
  )
  expect(svg).toContain('<path fill="#000000" d="M0 0h32v32H0z"/></svg>')
})

test('the icon of a tab is an SVG with the picture in it where the mark is a picture', async () => {
  const svg = String(Buffer.from((await iconsOf('mark.png')).get('favicon.svg') ?? ''))
  const [, base64 = ''] = /href="data:image\/png;base64,([^"]+)"/.exec(svg) ?? []
  const { width, height } = await sharp(Buffer.from(base64, 'base64')).metadata()
  expect({ width, height }).toEqual({ width: 64, height: 64 })
})

test('a mark that company.ts names and that is missing ends the build with one line', async () => {
  await expect(readMark('none.svg', token)).rejects.toMatchObject({
    name: 'UserError',
    message: expect.stringMatching(
      /^shared.site.none\.svg is missing, which shared\/site\/company\.ts names as the mark$/,
    ),
  })
})

test('the icon of a home screen has the accent where the mark says currentColor', async () => {
  // The mark of the fixture has a frame of it at the edge.
  const icon = sharp(join(dist, 'apple-touch-icon.png'))
  const [red = 0, green = 0, blue = 0] = await colourAt(icon, 14 + 16, 90)
  expect(`#${[red, green, blue].map(part => part.toString(16).padStart(2, '0')).join('')}`).toBe('#00764c')
})
