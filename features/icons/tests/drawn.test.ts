// The icons that the build draws from the mark, for tabs, bookmarks and home screens.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { expect, test, vi } from 'vitest'
import { readMark } from '../../../scripts/media/mark.ts'
import { tokensIn } from '../../../scripts/media/tokens.ts'
import { dist } from '../../../tests/support/fixture-site.ts'
import { root } from '../../../tests/support/folders.ts'

/** The module without its cache, so each call draws the icons again. The query keeps it apart from the module of other tests. */
const icons = '../draw.ts?uncached'
vi.doMock('../../../scripts/lib/build-cache.ts', () => ({
  cached: (_: unknown, make: () => unknown) => make(),
}))
const { drawIcons }: typeof import('../draw.ts') = await import(icons)
vi.doUnmock('../../../scripts/lib/build-cache.ts')

const ownTokens = tokensIn(
  ':root { --r-paper: light-dark(#ffffff, #000000); --r-accent: light-dark(#008000, #00ff00); --r-ink: #000 }',
)
const folder = mkdtempSync(join(tmpdir(), 'icons-test-'))
const svgOf = (width: number, height: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><path fill="#000000" d="M0 0h${width}v${height}H0z"/></svg>`
const SVG = svgOf(32, 32)

/** The icons of an all-black mark: a square, unless `svg` has another size. */
async function iconsOf(name: string, svg = SVG, tokens = ownTokens) {
  const file = join(folder, name)
  const image = name.endsWith('.svg') ? Buffer.from(svg) : await sharp(Buffer.from(svg)).png().toBuffer()
  writeFileSync(file, image)
  return drawIcons({ file, image }, tokens)
}
const iconIn = (icons: Map<string, Uint8Array>, name: string) => sharp(icons.get(name))
const colourAt = async (icon: Sharp, left: number, top: number) => {
  const pixel = await icon.ensureAlpha().extract({ left, top, width: 1, height: 1 }).raw().toBuffer()
  return [...pixel]
}

test.each([
  { name: 'favicon.ico', format: 'png', width: 32, height: 32 },
  { name: 'apple-touch-icon.png', format: 'png', width: 180, height: 180 },
])('$name is an image of $width by $height pixels', async ({ name, ...expected }) => {
  const { format, width, height } = await iconIn(await iconsOf('mark.svg'), name).metadata()
  expect({ format, width, height }).toEqual(expected)
})

test('the home screen icon shows the mark on --r-paper with space around it', async () => {
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

test.each([
  { svg: svgOf(64, 32), empty: [90, 20] as const, full: [20, 90] as const },
  { svg: svgOf(32, 64), empty: [20, 90] as const, full: [90, 20] as const },
])('a mark that isn’t square keeps its proportions and fits into each icon', async ({ svg, empty, full }) => {
  const icons = await iconsOf('mark.svg', svg)
  const bookmark = (x: number, y: number) => colourAt(iconIn(icons, 'favicon.ico'), x, y)
  const ofHomeScreen = ([x, y]: readonly [number, number]) =>
    colourAt(iconIn(icons, 'apple-touch-icon.png'), x, y)
  expect({
    empty: await ofHomeScreen(empty),
    full: await ofHomeScreen(full),
    opacity: { corner: (await bookmark(0, 0))[3], middle: (await bookmark(16, 16))[3] },
  }).toEqual({
    empty: [255, 255, 255, 255],
    full: [0, 0, 0, 255],
    opacity: { corner: 0, middle: 255 },
  })
})

test('the home screen icon follows a change of --r-paper', async () => {
  const blue = tokensIn(':root { --r-paper: #0000ff; --r-accent: #008000; --r-ink: #000 }')
  await iconsOf('mark.svg')
  const icon = iconIn(await iconsOf('mark.svg', SVG, blue), 'apple-touch-icon.png')
  expect(await colourAt(icon, 0, 0)).toEqual([0, 0, 255, 255])
})

test('a transparent mark has --r-paper behind it on a home screen', async () => {
  const svg = svgOf(32, 32).replace('M0 0h32v32H0z', 'M0 0h16v32H0z')
  const icon = iconIn(await iconsOf('mark.svg', svg), 'apple-touch-icon.png')
  expect(await colourAt(icon, 120, 90)).toEqual([255, 255, 255, 255])
})

test('the tab icon is an SVG in the accent colour of the colour scheme', async () => {
  const svg = String(Buffer.from((await iconsOf('mark.svg')).get('favicon.svg') ?? ''))
  expect(svg).toBe(
    SVG.replace(
      '<path',
      '<style>:root{color:#008000}@media(prefers-color-scheme:dark){:root{color:#0f0}}</style><path',
    ),
  )
})

test('the tab icon is an SVG that embeds the image if the mark is a bitmap', async () => {
  const svg = String(Buffer.from((await iconsOf('mark.png')).get('favicon.svg') ?? ''))
  const [, base64 = ''] = /href="data:image\/png;base64,([^"]+)"/.exec(svg) ?? []
  const { width, height } = await sharp(Buffer.from(base64, 'base64')).metadata()
  expect({ width, height, svg: svg.replace(base64, '…') }).toEqual({
    width: 64,
    height: 64,
    svg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><image width="64" height="64" href="data:image/png;base64,…"/></svg>',
  })
})

test('a photo that its EXIF orientation rotates is upright in the bookmark icon', async () => {
  const lying = sharp(Buffer.from(svgOf(32, 32))).extend({ right: 32, background: '#fff' })
  const image = await lying.withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const icons = await drawIcons({ file: join(folder, 'mark.jpg'), image }, ownTokens)
  const bookmark = iconIn(icons, 'favicon.ico')
  const [top = [], bottom = []] = await Promise.all([4, 28].map(y => colourAt(bookmark.clone(), 16, y)))
  expect({ top: top[0], bottom: bottom[0] }).toEqual({ top: 0, bottom: 255 })
})

test.each([
  {
    what: 'a HEIC',
    image: Buffer.from(`\0\0\0\x18ftypheic\0\0\0\0mif1heic${'x'.repeat(99)}`, 'latin1'),
    message: 'this is a HEIC, as phones write it: save it as jpg',
  },
  {
    what: 'damaged',
    image: Buffer.from('no picture'),
    message: 'unsupported format: save the picture as jpg, png, webp, avif or svg',
  },
])('a mark that is $what fails the build with its file and a fix', async ({ image, message }) => {
  const drawn = drawIcons({ file: join(root, 'shared/site/mark.jpg'), image }, ownTokens)
  await expect(drawn).rejects.toMatchObject({
    name: 'UserError',
    message: `shared/site/mark.jpg: ${message}`,
  })
})

test('a missing mark of company.ts fails the build with one line', async () => {
  await expect(readMark('none.svg', ownTokens)).rejects.toMatchObject({
    name: 'UserError',
    message: expect.stringMatching(
      /^shared.site.none\.svg is missing: it is the mark in shared\/site\/company\.ts$/,
    ),
  })
})

test('currentColor in the mark becomes the accent in the home screen icon', async () => {
  // The fixture's mark has a frame in currentColor at its edge.
  const icon = sharp(join(dist, 'apple-touch-icon.png'))
  const [red = 0, green = 0, blue = 0] = await colourAt(icon, 14 + 16, 90)
  expect(`#${[red, green, blue].map(part => part.toString(16).padStart(2, '0')).join('')}`).toBe('#00774c')
})
