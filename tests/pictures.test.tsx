import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { renderToString } from 'react-dom/server'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assetOf } from '../scripts/build/pictures.ts'
import { fileResponse } from '../server/files.ts'
import { type ImageFile, Picture } from '../shared/ui/picture.tsx'
import { complaints, hydrated, sharedBrowser } from './support/browser.ts'
import { photo } from './support/photo.ts'
import { start, stop } from './support/process.ts'
import { copyOfProject } from './support/project.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pictures-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** What a page gets that imports a file. */
async function imported(name: string, body: string | Uint8Array) {
  const file = join(folder, name)
  await writeFile(file, body)
  return assetOf(file)
}
async function importedImage(name: string, body: string | Uint8Array) {
  const { value, files } = await imported(name, body)
  if (typeof value === 'string') throw new Error(`${name} is no image`)
  return { ...value, files }
}

/** The widths of a srcset, and whether each file has the format and the width that it says. */
async function candidates(srcSet = '', files: Map<string, Uint8Array>) {
  const found = srcSet.split(', ').map(async candidate => {
    const [url = '', descriptor] = candidate.split(' ')
    const { format, width } = await sharp(files.get(url.replace('/assets/', ''))).metadata()
    expect(descriptor).toBe(`${width}w`)
    return `${format} ${width}`
  })
  return Promise.all(found)
}

describe('an imported image', () => {
  test('comes in several widths, never wider than it is, in its own format and in AVIF', async () => {
    const { src, width, height, srcSet, avif, files } = await importedImage(
      'photo.jpg',
      await photo(1000, 600).jpeg().toBuffer(),
    )
    expect([width, height]).toEqual([1000, 600])
    expect(await candidates(srcSet, files)).toEqual(['jpeg 480', 'jpeg 768', 'jpeg 1000'])
    expect(await candidates(avif, files)).toEqual(['heif 480', 'heif 768', 'heif 1000'])
    expect(srcSet).toContain(`${src} 1000w`)
  })

  test.each([
    ['png', 'png'],
    ['webp', 'webp'],
    ['avif', 'webp'],
  ] as const)('that is a %s is %s for browsers without AVIF', async (format, fallback) => {
    const { srcSet, files } = await importedImage(
      `logo.${format}`,
      await photo(40, 30).toFormat(format).toBuffer(),
    )
    expect(await candidates(srcSet, files)).toEqual([`${fallback} 40`])
  })

  test('is never wider than any screen needs, in its own proportions', async () => {
    const wide = sharp({ create: { width: 4608, height: 64, channels: 3, background: '#000' } })
    const { width, height } = await importedImage('wide.png', await wide.png().toBuffer())
    expect([width, height]).toEqual([2304, 32])
  })

  test('has no AVIF where that would be larger', async () => {
    const flat = sharp({ create: { width: 40, height: 30, channels: 3, background: '#000' } })
    expect((await importedImage('flat.png', await flat.png().toBuffer())).avif).toBeUndefined()
  })

  test('has another name when it has another content, and one that fits into a srcset', async () => {
    const one = await importedImage('Our team, 2026.jpg', await photo(20, 10).jpeg().toBuffer())
    const other = await importedImage('Our team, 2026.jpg', await photo(20, 12).jpeg().toBuffer())
    expect(one.src).not.toBe(other.src)
    for (const { src } of [one, other]) expect(src).toMatch(/^\/assets\/[\w-]+\.jpg$/)
  })

  test('stands upright, and does not tell where it was taken', async () => {
    const lying = photo(60, 40, Date.now() % 1e6)
      .withExif({ IFD3: { GPSLatitude: '47/1 22/1 0/1' } })
      .withMetadata({ orientation: 6 })
    const { width, height, files } = await importedImage('phone.jpg', await lying.jpeg().toBuffer())
    expect([width, height]).toEqual([40, 60])
    for (const body of files.values()) {
      const { width, height, exif } = await sharp(body).metadata()
      expect([width, height, exif]).toEqual([40, 60, undefined])
    }
  })

  test('that is an SVG is left as it is', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20"/>'
    const { src, width, height, files } = await importedImage('mark.svg', svg)
    expect([width, height]).toEqual([30, 20])
    expect(files.get(src.replace('/assets/', ''))?.toString()).toBe(svg)
  })

  test('that is damaged or moves is refused', async () => {
    await expect(imported('damaged.png', 'not a picture')).rejects.toThrow('not an image')
    const frames = await sharp([await photo(9, 9).png().toBuffer(), await photo(9, 8).png().toBuffer()], {
      join: { animated: true },
    })
      .webp()
      .toBuffer()
    await expect(imported('moving.webp', frames)).rejects.toThrow('animated')
  })
})

test.each(['price list.pdf', 'tour.mp4', 'tour.webm'])('an imported %s is a URL', async name => {
  const { value, files } = await imported(name, 'bytes')
  expect(value).toMatch(/^\/assets\/[\w-]+\.\w+$/)
  expect(files.get(String(value).replace('/assets/', ''))?.toString()).toBe('bytes')
})

test.each([
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['png', 'image/png'],
  ['webp', 'image/webp'],
  ['avif', 'image/avif'],
  ['svg', 'image/svg+xml'],
  ['pdf', 'application/pdf'],
  ['mp4', 'video/mp4'],
  ['webm', 'video/webm'],
])('a file .%s is %s', (extension, type) => {
  const { headers } = fileResponse(`assets/file-0a1b2c3d.${extension}`, { identity: Buffer.from('bytes') })
  expect(headers['Content-Type']?.split(';')[0]).toBe(type)
  expect(headers['Cache-Control']).toContain('immutable')
})

describe('a picture', () => {
  const file: ImageFile = {
    src: '/a.jpg',
    width: 1200,
    height: 800,
    srcSet: '/a.jpg 1200w',
    avif: '/a.avif 1200w',
  }

  test('keeps its place on the page, and waits until it is about to be seen', () => {
    const html = renderToString(<Picture src={file} alt="Us" />)
    expect(html).toMatch(/<img [^>]*alt="Us" width="1200" height="800" loading="lazy"/)
    expect(html).toMatch(/<source type="image\/avif" srcSet="\/a.avif 1200w" sizes="auto, [^"]+"/)
  })

  test('may be shown smaller than it is, in its own proportions', () => {
    expect(renderToString(<Picture src={file} alt="" width={300} />)).toContain('width="300" height="200"')
  })

  test.each(['lazy', 'eager'] as const)(
    'makes no preload, which would stand before the policy: %s',
    loading => {
      const html = renderToString(
        <html lang="en">
          <head>
            <title>Pictures</title>
          </head>
          <body>
            <Picture src={file} alt="" loading={loading} />
            <Picture src={{ src: '/a.svg', width: 9, height: 9 }} alt="" loading={loading} />
          </body>
        </html>,
      )
      expect(html).not.toContain('preload')
    },
  )
})

describe('a project with pictures', () => {
  const project = copyOfProject()
  afterAll(project.remove)

  /** The page that every company has: the one in place of a page that does not exist. */
  const write = (...files: string[]) =>
    project.write(
      'shared/pages/not-found.tsx',
      `import { Picture } from '../ui/picture.tsx'
${files.map((file, i) => `import file${i} from './${file}'`).join('\n')}
export default () => <><h1>Pictures</h1>${files.map((_, i) => `<Picture src={file${i}} alt="picture ${i}" />`).join('')}
<Picture src={file0} alt="eager" loading="eager" /></>`,
    )

  test('is not built while one is missing or damaged: a message names page and file', async () => {
    write('missing.jpg', 'damaged.jpg')
    project.write('shared/pages/damaged.jpg', 'not a picture')
    const { code, said } = await project.build()
    expect(code).toBe(1)
    expect(said).toMatch(
      /shared\/pages\/missing\.jpg: there is no such file.*\s+shared\/pages\/not-found\.tsx:2:/,
    )
    expect(said).toMatch(/shared\/pages\/damaged\.jpg: is not an image.*\s+shared\/pages\/not-found\.tsx:3:/)
    expect(said).not.toMatch(/^\s+at /m)
  })

  test('shows them in a browser, in the width and format that suit its window, and nothing moves', async () => {
    write('wide.jpg')
    project.write('shared/pages/wide.jpg', await photo(1600, 900).jpeg().toBuffer())
    const { code, said } = await project.build()
    expect(said).toMatch(/^\/404 .* [1-9]\d* +\d+$/m) // What its pictures cost.
    expect(code).toBe(0)
    const [server, browser] = await Promise.all([
      start({ bundle: join(project.folder, 'build/server.js') }),
      sharedBrowser(),
    ])
    try {
      const page = await browser.newPage({
        viewport: { width: 412, height: 800 },
        deviceScaleFactor: 2,
      })
      const heard = complaints(page)
      const { promise: wanted, resolve: want } = Promise.withResolvers<void>()
      await page.route('**/assets/wide-*', async route => {
        await wanted
        await route.continue()
      })
      await page.goto(`${server.url}/nothing/here`, { waitUntil: 'domcontentloaded' })
      const picture = page.getByRole('img', { name: 'picture 0' })
      const place = await picture.boundingBox()
      want()
      await picture.evaluate((image: HTMLImageElement) => image.decode())
      await hydrated(page)
      expect(await picture.boundingBox()).toEqual(place)
      const { width = 0, height = 0, x = 0 } = place ?? {}
      expect(width / height).toBeCloseTo(16 / 9, 1)
      expect(x + width).toBeLessThanOrEqual(412)
      const shown = await picture.evaluate((image: HTMLImageElement) => image.currentSrc)
      expect(shown).toMatch(/-768\.avif$/)
      expect(heard.filter(line => !line.includes('404'))).toEqual([]) // The page itself is a 404.
      const { status, headers } = await fetch(shown)
      expect([status, headers.get('content-type')]).toEqual([200, 'image/avif'])
      expect(headers.get('cache-control')).toContain('immutable')

      await page.setViewportSize({ width: 1280, height: 800 })
      await page.reload({ waitUntil: 'load' })
      for (const name of ['picture 0', 'eager']) {
        const { width, file } = await page
          .getByRole('img', { name })
          .evaluate(async (image: HTMLImageElement) => {
            await image.decode()
            return { width: image.clientWidth, file: image.currentSrc }
          })
        expect(width, name).toBeGreaterThan(600)
        expect(Number(/-(\d+)\.avif$/.exec(file)?.[1]), name).toBeGreaterThanOrEqual(width)
      }
    } finally {
      await Promise.all([stop(server), browser.close()])
    }
  })

  test('is not built while they are too heavy: a line names page, file, and where the budget is', async () => {
    const budgets = await readFile(join(project.folder, 'scripts/check/budgets.ts'), 'utf8')
    project.write('scripts/check/budgets.ts', budgets.replace(/(?<=pictures: )\d+_?\d*/, '1'))
    const { code, said } = await project.build()
    expect(code).toBe(1)
    expect(said).toMatch(
      /^\/404: \d+ bytes of pictures, \d+ over the budget of 1 in scripts\/build\/budgets\.ts; the heaviest is \/assets\/wide-/m,
    )
  })
})
