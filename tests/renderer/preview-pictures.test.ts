// What the pictures of link previews show, in dist/og/. link-previews.test.ts has what their pages say of them.
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { dist } from '../support/fixture-site.ts'

interface Area {
  left: number
  top: number
  width: number
  height: number
}

/** The places of a preview, in pixels. The line that the drawing stands on is at 484. */
const places = {
  mark: { left: 64, top: 48, width: 52, height: 52 },
  name: { left: 132, top: 48, width: 600, height: 52 },
  title: { left: 60, top: 120, width: 540, height: 350 },
  drawing: { left: 700, top: 120, width: 460, height: 350 },
  line: { left: 0, top: 484, width: 1200, height: 2 },
  description: { left: 64, top: 510, width: 1072, height: 80 },
  edge: { left: 0, top: 0, width: 1200, height: 40 },
} satisfies Record<string, Area>

/** How much of an area is painted, in percent: which pixels are not of the colour of its first one, the paper. */
async function painted(name: string, area: Area): Promise<number> {
  const { data, info } = await sharp(join(dist, 'og', name))
    .removeAlpha()
    .raw()
    .toBuffer({
      resolveWithObject: true,
    })
  const pixelAt = (x: number, y: number) => {
    const start = (y * info.width + x) * info.channels
    return data.subarray(start, start + info.channels)
  }
  const paper = pixelAt(0, 0)
  let count = 0
  for (let y = area.top; y < area.top + area.height; y++)
    for (let x = area.left; x < area.left + area.width; x++)
      if (pixelAt(x, y).some((value, channel) => Math.abs(value - paper[channel]!) > 40)) count++
  return Math.round((100 * count) / (area.width * area.height))
}

describe('the link preview of the home page', () => {
  test('is a PNG of 1,200 by 630 pixels', async () => {
    const { format, width, height } = await sharp(join(dist, 'og/home.png')).metadata()
    expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 })
  })

  test.each(['mark', 'name', 'title', 'drawing', 'description'] as const)('shows the %s', async place => {
    expect(await painted('home.png', places[place])).toBeGreaterThan(1)
  })

  test('has a line from edge to edge, and nothing at its upper edge', async () => {
    expect({
      line: await painted('home.png', places.line),
      edge: await painted('home.png', places.edge),
    }).toEqual({ line: 100, edge: 0 })
  })
})

test('a page whose row names no drawing has a drawing in its link preview, that of the home page', async () => {
  const [own, ofHome] = [
    await painted('impressum.md.png', places.drawing),
    await painted('home.png', places.drawing),
  ]
  expect(own).toBe(ofHome) // Not by bytes: each picture has a palette of its own.
})
