// What the pictures of link previews show, in dist/og/, or drawn from values. head.test.ts has what their pages say
// of them.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { rowsOf } from '../../shared/page-table.ts'
import { dist, facts, folder } from '../support/fixture-site.ts'

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

// What is drawn is kept for this file alone, and not for another run.
const kept = new Map<string, unknown>()
vi.doMock(join(folder, 'scripts/lib/cache.ts'), () => ({
  cached: (inputs: unknown[], make: () => unknown) => kept.getOrInsertComputed(String(inputs), make),
}))

/** The program that draws them, on the tokens of the fixture. */
const { createPreviews }: typeof import('../../scripts/media/previews.tsx') = await import(
  pathToFileURL(join(folder, 'scripts/media/previews.tsx')).href
)

/** A mark: twice as wide as high, its left half full, and fine lines in the other. */
const mark = join(mkdtempSync(join(tmpdir(), 'preview-test-')), 'mark.svg')
writeFileSync(
  mark,
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 52 26"><path fill="currentColor" d="M0 0h26v26H0z"/><path fill="currentColor" d="M28 0h2v26h-2zM32 0h2v26h-2zM36 0h2v26h-2zM40 0h2v26h-2zM44 0h2v26h-2zM48 0h2v26h-2z"/></svg>`,
)

const drawings = {
  whole: {
    viewBox: '0 0 600 400',
    default: (
      <g>
        <path className="surface" d="M0 0h600v400H0z" />
        <path className="team" d="M100 100h100v100H100z" />
        <path className="line" d="M300 100h200" />
        <path className="solid" d="M300 200h200" />
      </g>
    ),
  },
  inRing: { default: <path className="team" d="M100 100h40v40h-40z" /> },
}

const createDraw = (defaultDrawing?: keyof typeof drawings, typefaces = ['@fontsource/familjen-grotesk']) =>
  createPreviews({
    company: { ...facts.company, mark: relative(join(folder, 'shared/site'), mark) },
    typefaces,
    loadDrawing: async name => drawings[name as keyof typeof drawings],
    defaultDrawing,
  })

interface Words {
  title?: string
  description?: string
  drawing?: keyof typeof drawings
}

/** The row of a page at /page. */
function rowOf({ title = 'Lager', description = 'Was es hier gibt.', ...more }: Words) {
  const [row] = rowsOf(
    { page: { path: '/page', title, description, label: title, menus: {}, ...more } },
    facts.company,
  )
  if (!row) throw new Error('there is no row')
  return row
}

/** The edges of what is not there. */
const NOTHING = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity }

/** The pixels of the link preview of a page with these words. */
async function previewOf(words: Words, defaultDrawing?: keyof typeof drawings) {
  const draw = await createDraw(defaultDrawing)
  return pixelsOf(await draw(rowOf(words)))
}

/** Of a picture: what is painted where, and colours. */
async function pixelsOf(png: Uint8Array) {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => {
    const first = 3 * (y * info.width + x)
    return [data[first]!, data[first + 1]!, data[first + 2]!]
  }
  const paper = at(0, 0)
  const isPainted = (x: number, y: number) =>
    at(x, y).some((value, i) => Math.abs(value - (paper[i] ?? 0)) > 40)

  /** The edges of what is painted between two columns and two rows of pixels. */
  function box([left, right]: [number, number], [top, bottom]: [number, number]) {
    const edges = { ...NOTHING }
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++)
        if (isPainted(x, y)) {
          edges.left = Math.min(edges.left, x)
          edges.right = Math.max(edges.right, x)
          edges.top = Math.min(edges.top, y)
          edges.bottom = Math.max(edges.bottom, y)
        }
    return edges
  }
  /** The darkest colour between two rows of pixels: that of letters, whose edges are paler. */
  function darkest(top: number, bottom: number) {
    let found = paper
    const sum = (colour: number[]) => colour.reduce((all, part) => all + part, 0)
    for (let y = top; y < bottom; y++)
      for (let x = 0; x < info.width; x++) if (sum(at(x, y)) < sum(found)) found = at(x, y)
    return found
  }

  return { at, box, darkest }
}

describe('a link preview has', () => {
  test('its parts in their places, and a drawing that stands on the line', async () => {
    const { box } = await previewOf({ drawing: 'whole' })
    const above: [number, number] = [0, 484]
    expect({
      mark: box([0, 125], [0, 110]),
      name: box([125, 600], [0, 110]),
      title: box([0, 600], [110, 484]),
      drawing: box([600, 1200], above),
      line: box([0, 600], [478, 500]),
      description: box([0, 1200], [500, 630]),
    }).toEqual({
      mark: { left: 64, right: 113, top: 61, bottom: 86 },
      name: { left: 134, right: 536, top: 63, bottom: 87 },
      title: { left: 70, right: 406, top: 348, bottom: 472 },
      drawing: { left: 600, right: 1199, top: 86, bottom: 483 },
      line: { left: 0, right: 599, top: 484, bottom: 485 },
      description: { left: 65, right: 256, top: 527, bottom: 550 },
    })
  })

  test('the colours of the tokens in each part', async () => {
    const { at } = await previewOf({ drawing: 'whole' })
    expect({
      paper: at(0, 0),
      mark: at(70, 70),
      title: at(70, 420),
      line: at(5, 485),
      surface: at(620, 300),
      team: at(750, 236),
      lineOfDrawing: at(1000, 186),
      currentColor: at(1000, 286),
    }).toEqual({
      paper: [251, 249, 240],
      mark: [0, 119, 76],
      title: [11, 37, 25],
      line: [0, 119, 76],
      surface: [24, 28, 35],
      team: [0, 119, 76],
      lineOfDrawing: [0, 119, 76],
      currentColor: [11, 37, 25],
    })
  })

  test('a description in the muted colour, of as many lines as it needs, as wide as the picture', async () => {
    const { box, darkest } = await previewOf({
      description:
        'Was wir von den Dingen halten, die wir noch gar nicht kennen können, und die uns doch schon umtreiben, Tag und Nacht.',
    })
    expect({ lines: box([0, 1200], [500, 630]), darkest: darkest(500, 630) }).toEqual({
      lines: { left: 65, right: 1090, top: 527, bottom: 588 },
      darkest: [58, 77, 66],
    })
  })

  test('a mark as sharp as it is drawn, each of its lines in pixels of its own', async () => {
    const { at } = await previewOf({})
    const across = Array.from({ length: 8 }, (_, i) => at(92 + i, 70))
    const line = [0, 119, 76]
    const paper = [251, 249, 240]
    expect(across).toEqual([line, line, paper, paper, line, line, paper, paper])
  })

  test.each([
    { what: 'short', title: 'Team', has: { left: 63, right: 399, top: 348, bottom: 447 } },
    {
      what: 'of one long word',
      title: 'Rindfleischetikettierungsgesetz',
      has: { left: 62, right: 486, top: 430, bottom: 459 },
    },
    {
      what: 'of many words',
      title: 'Was wir von den Dingen halten, die wir noch gar nicht kennen können',
      has: { left: 61, right: 640, top: 294, bottom: 452 },
    },
    {
      what: 'that may be broken at its hyphen',
      title: 'Warenwirtschafts-Bestandsaufnahme',
      has: { left: 61, right: 552, top: 351, bottom: 453 },
    },
  ])('a title as large as fits below the name and beside the drawing: one $what', async ({ title, has }) => {
    const { box } = await previewOf({ title })
    expect(box([0, 1200], [104, 484])).toEqual(has)
  })

  test('the drawing in the ring of a page where its file names no part, with a line of 2 px', async () => {
    const { at, box } = await previewOf({}, 'inRing')
    const ring = box([600, 1200], [0, 484])
    const line = box([600, 800], [288, 289])
    expect({ ring, line, drawing: at(900, 288) }).toEqual({
      ring: { left: 700, right: 1099, top: 86, bottom: 483 },
      line: { left: 700, right: 702, top: 288, bottom: 288 },
      drawing: [0, 119, 76],
    })
  })

  test('the drawing that its row names, and that of the home page where it names none', async () => {
    const draw = await createDraw('whole')
    const drawn = async (words: Words) =>
      (await pixelsOf(await draw(rowOf(words)))).box([600, 1200], [0, 484])
    expect({ default: await drawn({}), own: await drawn({ drawing: 'inRing' }) }).toEqual({
      default: { left: 600, right: 1199, top: 86, bottom: 483 },
      own: { left: 700, right: 1099, top: 86, bottom: 483 },
    })
  })

  test('no drawing where neither the row nor the home page names one', async () => {
    const { box } = await previewOf({})
    expect(box([600, 1200], [0, 484])).toEqual(NOTHING)
  })

  test('few bytes, since it has few colours', async () => {
    const draw = await createDraw('whole')
    expect((await draw(rowOf({}))).length).toBeLessThan(15_000)
  })
})

test('a letter that no typeface has ends the build with the path, the letter and the cure', async () => {
  const draw = await createDraw()
  await expect(draw(rowOf({ title: 'Ein 漢 und ein あ' }))).rejects.toMatchObject({
    name: 'UserError',
    message:
      '/page: no typeface of the link previews has the letters 漢 あ. Install a package of @fontsource that has them, and add it to server/site/typefaces.ts.',
  })
})

test('typefaces are read once, for however many link previews', async () => {
  const typefaces: string[] = []
  const read = vi.spyOn(typefaces, Symbol.iterator)
  const draw = await createDraw(undefined, typefaces)
  for (const title of ['One', 'Two']) await expect(draw(rowOf({ title }))).rejects.toThrow('font')
  expect(read).toHaveBeenCalledTimes(1)
})

test('a build with other typefaces does not keep the pictures of the one before', async () => {
  const words = rowOf({})
  await (await createDraw())(words)
  const withoutTypeface = await createDraw(undefined, [])
  await expect(withoutTypeface(words)).rejects.toThrow('font')
})
