// What the generated social images show, in dist/og/ or drawn from values.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { routesOf } from '../../../scripts/bundle/make-table.ts'
import type { Route } from '../../../shared/site.ts'
import { dist, facts, folder } from '../../../tests/support/fixture-site.ts'

interface Area {
  left: number
  top: number
  width: number
  height: number
}

/** The areas of an image, in pixels. */
const places = {
  mark: { left: 64, top: 48, width: 52, height: 52 },
  name: { left: 132, top: 48, width: 600, height: 52 },
  title: { left: 60, top: 104, width: 600, height: 380 },
  drawing: { left: 660, top: 84, width: 540, height: 400 },
  line: { left: 0, top: 484, width: 1200, height: 2 },
  description: { left: 60, top: 510, width: 1080, height: 90 },
} satisfies Record<string, Area>

/** Measures an image. A pixel is painted if its colour isn't the paper's, which is the colour of the first pixel. */
async function pixelsOf(picture: string | Uint8Array) {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const offsetOf = (x: number, y: number) => 3 * (y * info.width + x)
  const at = (x: number, y: number) => [...data.subarray(offsetOf(x, y), offsetOf(x, y) + 3)]
  /** Without an array per pixel, because there are a million of them. */
  const isPainted = (x: number, y: number) => {
    const offset = offsetOf(x, y)
    for (let channel = 0; channel < 3; channel++)
      if (Math.abs(data[offset + channel]! - data[channel]!) > 40) return true
    return false
  }
  const count = (area: Area) => {
    let pixels = 0
    for (let y = area.top; y < area.top + area.height; y++)
      for (let x = area.left; x < area.left + area.width; x++) if (isPainted(x, y)) pixels++
    return pixels
  }
  /** The share of an area that is painted. */
  const painted = (area: Area) => count(area) / (area.width * area.height)
  /** The number of painted pixels outside of all places. */
  const outside = () => {
    const inPlaces = Object.values(places).map(count)
    return count({ left: 0, top: 0, ...info }) - inPlaces.reduce((all, pixels) => all + pixels)
  }
  return { at, painted, outside }
}

describe('the social image of the home page', async () => {
  const file = join(dist, 'og/home.png')
  const { at, painted, outside } = await pixelsOf(file)

  test('is a PNG of 1,200 by 630 pixels', async () => {
    const { format, width, height } = await sharp(file).metadata()
    expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 })
  })

  test.each(['mark', 'name', 'title', 'drawing', 'description'] as const)('shows the %s', place => {
    expect(painted(places[place])).toBeGreaterThan(0.01)
  })

  test('has a line from edge to edge, and nothing else', () => {
    expect({ line: painted(places.line), outside: outside() }).toEqual({ line: 1, outside: 0 })
  })

  test('uses the colours --r-paper and --r-accent', () => {
    expect({ paper: at(0, 0), line: at(5, 485) }).toEqual({ paper: [251, 249, 240], line: [0, 119, 76] })
  })
})

// Caches drawings in memory, for this file only.
const kept = new Map<string, unknown>()
vi.doMock(join(folder, 'scripts/lib/build-cache.ts'), () => ({
  cached: (inputs: unknown[], make: () => unknown) => kept.getOrInsertComputed(String(inputs), make),
}))

/** The module that draws, with the tokens of the fixture. */
const { createDraw }: typeof import('../draw.tsx') = await import(
  pathToFileURL(join(folder, 'features/social-images/draw.tsx')).href
)

const drawings = {
  full: { viewBox: '0 0 600 400', default: <path className="r-team" d="M0 0h600v400H0z" /> },
  square: { viewBox: '0 0 600 400', default: <path className="r-team" d="M250 150h100v100h-100z" /> },
}
type Drawing = (typeof drawings)[keyof typeof drawings]

/** Creates draw() for a site with these drawings, by name. */
const createDrawOf = (own: Record<string, Drawing> = {}, typefaces = ['@fontsource/familjen-grotesk']) =>
  createDraw({ company: facts.company, typefaces, loadDrawing: async name => own[name] })

/** The route of a page with this id. */
function routeOf(id: string, words: Partial<Pick<Route, 'title' | 'description'>> = {}) {
  const page = {
    path: '/page',
    title: 'Lager',
    label: 'Lager',
    description: 'Was es hier gibt.',
    ...words,
  } as const
  const [route] = routesOf({ [id]: page }, facts.company, [])
  return route ?? expect.fail()
}

const about = { id: 'about', lang: 'de', path: '/about' }

test.each([
  { whose: 'its own', own: { team: drawings.square, home: drawings.full }, painted: 'little' },
  {
    whose: 'the translated page’s',
    own: { about: drawings.square, home: drawings.full },
    painted: 'little',
  },
  { whose: "the home page's", own: { home: drawings.full }, painted: 'all' },
  { whose: 'none', own: {}, painted: 'nothing' },
])('the social image of a page shows a drawing: $whose', async ({ own, painted }) => {
  const draw = await createDrawOf(own)
  const picture = await pixelsOf(await draw({ ...routeOf('team'), alternates: [about] }))
  const share = picture.painted(places.drawing)
  const amount = share > 0.9 ? 'all' : share > 0 ? 'little' : 'nothing'
  expect(amount).toBe(painted)
})

test.each([
  'Rindfleischetikettierungsgesetz',
  'Was wir von den Dingen halten, die wir noch gar nicht kennen können',
])('the longest texts fit into their areas: %s', async title => {
  const description = 'Was wir von den Dingen halten. '.repeat(6).slice(0, 160)
  const draw = await createDrawOf()
  const picture = await pixelsOf(await draw(routeOf('team', { title, description })))
  expect(picture.outside()).toBe(0)
})

test('a letter that no typeface has fails the build with the path, the letters and a fix', async () => {
  const draw = await createDrawOf()
  await expect(draw(routeOf('team', { title: 'Ein 漢 und ein あ' }))).rejects.toMatchObject({
    name: 'UserError',
    message:
      '/page: no typeface for social images has the characters 漢 あ. Install a package of @fontsource that has them, and add it to server/site/typefaces.ts.',
  })
})

test('a change of typefaces invalidates the cached images', async () => {
  const draw = await createDrawOf()
  await draw(routeOf('team'))
  const withoutTypeface = await createDrawOf({}, [])
  await expect(withoutTypeface(routeOf('team'))).rejects.toThrow('font')
})
