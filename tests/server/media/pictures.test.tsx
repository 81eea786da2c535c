// Pictures and files that a page imports: their sizes, formats and names, and how <Picture> renders them.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { crc32 } from 'node:zlib'
import { build, context } from 'esbuild'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { type ImageFile, Picture } from '../../../shared/ui/picture.tsx'
import { documentOf } from '../../support/document-of.ts'
import { root } from '../../support/folders.ts'

/** The module without its cache. The query makes it a separate instance from the other tests' module. */
const pictures = '../../../scripts/media/pictures.ts?uncached'
const kept = vi.fn((_: unknown, make: () => unknown) => make())
vi.doMock('../../../scripts/lib/build-cache.ts', () => ({ cached: kept }))
const { assetOf, images }: typeof import('../../../scripts/media/pictures.ts') = await import(pictures)
vi.doUnmock('../../../scripts/lib/build-cache.ts')

const folder = mkdtempSync(join(tmpdir(), 'pictures-test-'))
const write = (name: string, body: string | Uint8Array) => writeFileSync(join(folder, name), body)

/** A gradient, which AVIF encodes best. */
function photo(width: number, height: number) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <linearGradient id="sky"><stop stop-color="#24364f"/><stop offset="1" stop-color="#f2b48c"/></linearGradient>
    <rect width="100%" height="100%" fill="url(#sky)"/></svg>`
  return sharp(Buffer.from(svg)).removeAlpha()
}

/** The value that a page gets when it imports a file. */
function imported(name: string, body: string | Uint8Array) {
  write(name, body)
  return assetOf(join(folder, name))
}
async function image(name: string, body: string | Uint8Array) {
  const { kind, value, files } = await imported(name, body)
  if (kind !== 'image') throw new Error(`${name} is no image`)
  return { ...value, files }
}

/** The format and width of each file of a srcset. Fails if a width differs from its descriptor. */
const candidates = (srcSet = '', files: Map<string, Uint8Array>) =>
  Array.fromAsync(srcSet.split(', '), async candidate => {
    const [url = '', descriptor] = candidate.split(' ')
    const { format, width } = await sharp(files.get(url.replace('/assets/', ''))).metadata()
    expect(descriptor).toBe(`${width}w`)
    return `${format} ${width}`
  })

describe('an imported picture', () => {
  test('gets several widths up to its own, in its own format and in AVIF', async () => {
    const body = await photo(600, 360).jpeg().toBuffer()
    const { src, width, height, srcSet, avif, files } = await image('photo.jpg', body)
    expect({ width, height }).toEqual({ width: 600, height: 360 })
    expect(await candidates(srcSet, files)).toEqual(['jpeg 480', 'jpeg 600'])
    expect(await candidates(avif, files)).toEqual(['heif 480', 'heif 600'])
    expect(srcSet).toContain(`${src} 600w`)
  })

  test('that is an AVIF gets a WebP for browsers without AVIF', async () => {
    const { srcSet, files } = await image('logo.avif', await photo(40, 30).avif().toBuffer())
    expect(await candidates(srcSet, files)).toEqual(['webp 40'])
  })

  test('is scaled down to 2304 pixels, and gets no AVIF if that would be larger', async () => {
    const wide = sharp({ create: { width: 4608, height: 16, channels: 3, background: '#000' } })
    const { width, height, avif } = await image('wide.png', await wide.png().toBuffer())
    expect({ width, height, avif }).toEqual({ width: 2304, height: 8, avif: undefined })
  })

  test('gets a name with a content hash that is safe in a srcset', async () => {
    const nameOf = async (height: number) =>
      (await image('Our team, 1.jpg', await photo(20, height).jpeg().toBuffer())).src
    const names = [await nameOf(10), await nameOf(12)]
    for (const name of names) expect(name).toMatch(/^\/assets\/Our-team-1-[\da-f]{10}-20\.jpg$/)
    expect(names[0]).not.toBe(names[1])
  })

  test('is rotated upright, and loses its GPS position', async () => {
    const exif = { IFD3: { GPSLatitude: '47/1 22/1 0/1' } }
    const lying = photo(60, 40).withExif(exif).withMetadata({ orientation: 6 })
    const { width, height, files } = await image('phone.jpg', await lying.jpeg().toBuffer())
    expect({ width, height }).toEqual({ width: 40, height: 60 })
    for (const body of files.values()) {
      const { width, height, exif } = await sharp(body).metadata()
      expect({ width, height, exif }).toEqual({ width: 40, height: 60, exif: undefined })
    }
  })

  test('that is too tall for an AVIF gets only its own format', async () => {
    const tall = sharp({ create: { width: 20, height: 17_000, channels: 3, background: '#000' } })
    const { height, srcSet, avif, files } = await image('tall.png', await tall.png().toBuffer())
    expect({ height, avif }).toEqual({ height: 17_000, avif: undefined })
    expect(await candidates(srcSet, files)).toEqual(['png 20'])
  })

  test('is accepted with the stray bytes that some phones write', async () => {
    const jpeg = await photo(600, 400).jpeg().toBuffer()
    const odd = Buffer.concat([jpeg.subarray(0, -200), Buffer.alloc(10, 0x55), jpeg.subarray(-200)])
    expect((await image('odd.jpg', odd)).width).toBe(600)
  })

  test('that is an SVG may have any size', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="40000" height="40000"/>'
    expect((await image('large.svg', svg)).width).toBe(40_000)
  })

  test('that is an SVG stays unchanged', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20"/>'
    const { src, width, height, files } = await image('mark.svg', svg)
    expect({ width, height }).toEqual({ width: 30, height: 20 })
    expect(files.get(src.replace('/assets/', '')) ?? '').toBeSameBytes(svg)
  })

  const save = 'unsupported format: save the picture as jpg, png, webp, avif or svg'
  test.each([
    { what: 'that isn’t a picture', name: 'damaged.png', make: async () => 'not a picture', message: save },
    {
      what: 'that is cut off',
      name: 'cut.jpg',
      make: async () => (await photo(600, 400).jpeg().toBuffer()).subarray(0, -300),
      message: /^the file is damaged: open it, and save it again \(.*\)$/,
    },
    {
      what: 'that is a HEIC',
      name: 'phone.jpg',
      make: async () => Buffer.from(`\0\0\0\x18ftypmif1\0\0\0\0mif1heic${'x'.repeat(99)}`, 'latin1'),
      message: 'this is a HEIC, as phones write it: save it as jpg',
    },
    {
      what: 'with too many pixels',
      name: 'huge.png',
      make: async () => {
        const png = await photo(9, 9).png().toBuffer()
        png.writeUInt32BE(20_000, 16) // The width and the height, then the checksum of their chunk.
        png.writeUInt32BE(14_000, 20)
        png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
        return png
      },
      message: 'it has more than 268 million pixels: save it smaller',
    },
    {
      what: 'in an unsupported format',
      name: 'old.gif',
      make: () => photo(9, 9).gif().toBuffer(),
      message: save,
    },
    {
      what: 'that is animated',
      name: 'moving.webp',
      make: async () => {
        const frames = await Promise.all([9, 8].map(size => photo(size, size).png().toBuffer()))
        return sharp(frames, { join: { animated: true } })
          .webp()
          .toBuffer()
      },
      message: 'this picture is animated: save it as a video, mp4 or webm',
    },
  ])('$what is rejected', async ({ name, make, message }) => {
    await expect(imported(name, await make())).rejects.toThrow(message)
  })

  test('is generated again after a failure, such as a full disk', async () => {
    write('again.png', await photo(20, 10).png().toBuffer())
    kept.mockRejectedValueOnce(new Error('ENOSPC: no space left on device'))
    await expect(assetOf(join(folder, 'again.png'))).rejects.toThrow('ENOSPC')
    await expect(assetOf(join(folder, 'again.png'))).resolves.toMatchObject({
      value: { width: 20, height: 10 },
    })
  })

  test('is found by a name with an accent that has another form on disk', async () => {
    write('Türen.png'.normalize('NFC'), await photo(20, 10).png().toBuffer())
    const { value } = await assetOf(join(folder, 'Türen.png'.normalize('NFD')))
    expect(value).toMatchObject({ src: expect.stringMatching(/^\/assets\/T-ren-/), width: 20 })
  })

  test('that is missing is rejected', async () => {
    await expect(assetOf(join(folder, 'none.jpg'))).rejects.toThrow('there is no such file')
  })
})

test.each([
  ['a PDF', 'Our prices.PDF', /^\/assets\/Our-prices-[\da-f]{10}\.pdf$/],
  ['a video', 'tour.mp4', /^\/assets\/tour-[\da-f]{10}\.mp4$/],
  ['the captions of a video', 'tour.vtt', /^\/assets\/tour-[\da-f]{10}\.vtt$/],
])('importing %s gives its URL, and its bytes stay unchanged', async (_, name, address) => {
  const bytes = randomBytes(64)
  const { kind, value, files } = await imported(name, bytes)
  expect({ kind, value }).toEqual({ kind: 'file', value: expect.stringMatching(address) })
  expect(files).toEqual(new Map([[String(value).replace('/assets/', ''), bytes]]))
})

test('an imported text file is a string, both in a bundle and in Vite', async () => {
  const words = 'Größe: "M"\n</script>\n'
  write('words.txt', `\uFEFF${words}`)
  const { outputFiles } = await build({
    stdin: { contents: "export { default } from './words.txt'", resolveDir: folder },
    format: 'esm',
    bundle: true,
    write: false,
    plugins: [images],
  })
  const bundled = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0]?.text ?? '')}`)
  const served = await import(/* @vite-ignore */ join(folder, 'words.txt'))
  expect([bundled.default, served.default]).toEqual([words, words])
})

describe('a picture on a page', () => {
  const size = { width: 1200, height: 800 }
  const file: ImageFile = { ...size, src: '/a.jpg', srcSet: '/a.jpg 1200w', avif: '/a.avif 1200w' }

  test('reserves its space, keeps its proportions at a smaller width, and loads lazily', () => {
    const html = renderToStaticMarkup(<Picture src={file} alt="Us" />)
    expect(html).toMatch(/<img [^>]*alt="Us" width="1200" height="800" loading="lazy"/)
    expect(html).toMatch(/<source type="image\/avif" srcSet="\/a.avif 1200w" sizes="auto, [^"]+"/)
    const smaller = renderToStaticMarkup(<Picture src={file} alt="" width={100} />)
    expect(smaller).toContain('width="100" height="67"')
  })

  test('passes on its class and style', () => {
    const html = renderToStaticMarkup(<Picture src={file} alt="" className="round" style={{ top: 1 }} />)
    expect(html).toMatch(/<img [^>]*class="round" style="top:1px"/)
  })

  test('causes no preload, which would precede the CSP', () => {
    const svg = { src: '/a.svg', width: 9, height: 9 }
    for (const src of [file, svg])
      for (const loading of ['lazy', 'eager'] as const)
        expect(renderToStaticMarkup(<Picture src={src} alt="" loading={loading} />)).toMatch(/^<picture>/)
  })
})

describe('the sizes attribute tells a browser which width of a picture to fetch', () => {
  const file: ImageFile = {
    src: '/a.jpg',
    width: 1200,
    height: 800,
    srcSet: '/a-480.jpg 480w, /a.jpg 1200w',
    avif: '/a-480.avif 480w, /a.avif 1200w',
  }
  /** The sizes and srcset of both formats. */
  function sizesOf(picture: ReactNode) {
    const document = documentOf(renderToStaticMarkup(picture))
    const attributes = (selector: string) => {
      const element = document.querySelector(selector)
      return { srcset: element?.getAttribute('srcset'), sizes: element?.getAttribute('sizes') }
    }
    return { avif: attributes('source'), own: attributes('img') }
  }
  const both = (sizes: string) => ({
    avif: { srcset: file.avif, sizes },
    own: { srcset: file.srcSet, sizes },
  })

  test.each<{ what: string; picture: ReactNode; sizes: string }>([
    {
      what: 'for a lazy one',
      picture: <Picture src={file} alt="" />,
      sizes: 'auto, min(1200px, 72rem, 100vw)',
    },
    {
      what: 'for one that is shown smaller',
      picture: <Picture src={file} alt="" width={300} />,
      sizes: 'auto, min(300px, 72rem, 100vw)',
    },
    {
      what: 'for an eager one, which the browser can’t measure',
      picture: <Picture src={file} alt="" loading="eager" />,
      sizes: 'min(1200px, 72rem, 100vw)',
    },
    {
      what: 'for one with sizes of its own',
      picture: <Picture src={file} alt="" sizes="50vw" />,
      sizes: 'auto, 50vw',
    },
  ])('$what: $sizes', ({ picture, sizes }) => {
    expect(sizesOf(picture)).toEqual(both(sizes))
  })

  test('except for an SVG, which has one file for every width', () => {
    const svg = { src: '/a.svg', width: 30, height: 20 }
    expect(renderToStaticMarkup(<Picture src={svg} alt="Us" />)).toBe(
      '<picture><img src="/a.svg" alt="Us" width="30" height="20" loading="lazy"/></picture>',
    )
  })
})

describe('an imported picture, as visitors see it,', () => {
  test.each([
    { width: 564, widths: [564] },
    { width: 565, widths: [480, 565] },
    { width: 4608, widths: [480, 768, 1152, 1728, 2304] },
  ])('that is $width pixels wide gets the widths $widths', async ({ width, widths }) => {
    const body = await photo(width, 10).png().toBuffer()
    const { srcSet } = await image(`of-${width}.png`, body)
    expect(srcSet?.match(/\d+(?=w)/g)?.map(Number)).toEqual(widths)
  })

  /** The average difference between the colours of two pictures, out of 255. */
  async function difference(one: Uint8Array, other: Uint8Array): Promise<number> {
    const [a, b] = await Promise.all([one, other].map(each => sharp(each).removeAlpha().raw().toBuffer()))
    if (!a || a.length !== b?.length) throw new Error('the pictures have not the same size')
    return a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0) / a.length
  }

  /** Fine lines in many colours, which a poor encoding turns into blocks. */
  const SIDE = 192
  const lines = Buffer.from(
    Array.from(
      { length: SIDE * SIDE * 3 },
      (_, i) => 128 + 60 * Math.sin(i / 7) + 40 * Math.sin(i / 1.7 / SIDE),
    ),
  )

  test.each([
    { name: 'lines.jpg', format: 'jpeg' },
    { name: 'lines.png', format: 'png' },
  ] as const)('looks like the original, both as $name and as a small AVIF', async ({ name, format }) => {
    const raw = { width: SIDE, height: SIDE, channels: 3 } as const
    const source = await sharp(lines, { raw }).toFormat(format, { quality: 100 }).toBuffer()
    const { src, files, avif = '' } = await image(name, source)
    const fileOf = (url: string) => files.get(url.replace(/^.assets.| .*$/g, '')) ?? new Uint8Array()
    expect(await difference(fileOf(src), source)).toBeLessThan(5)
    expect(await difference(fileOf(avif), source)).toBeLessThan(5)
    expect(fileOf(avif).length).toBeLessThan(4000)
  })
})

describe('a script that imports a picture', () => {
  const bundle = (file: string) =>
    build({
      stdin: { contents: `import value from './${file}'; console.log(value)`, resolveDir: folder },
      absWorkingDir: folder,
      outdir: 'out',
      bundle: true,
      write: false,
      logLevel: 'silent',
      plugins: [images],
    })

  test('adds its files to /assets/', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"/>'
    write('a mark.svg', svg)
    const [script, picture, ...more] = (await bundle('a mark.svg')).outputFiles
    const { src } = /src"?: ?"(?<src>[^"]+)"/.exec(script?.text ?? '')?.groups ?? {}
    expect(src).toMatch(/^\/assets\/a-mark-\w+\.svg$/)
    expect(picture?.path.replaceAll('\\', '/')).toBe(`${root.replaceAll('\\', '/')}/build/public${src}`)
    expect(picture?.contents ?? '').toBeSameBytes(svg)
    expect(more).toEqual([])
  })

  test('gets the current file if its size or its modification time has changed', async () => {
    const addressOf = async (body: string, time: number) => {
      write('prices.pdf', body)
      utimesSync(join(folder, 'prices.pdf'), time, time)
      return (await assetOf(join(folder, 'prices.pdf'))).value
    }
    const addresses = [await addressOf('two', 1), await addressOf('six', 2), await addressOf('three', 2)]
    expect(new Set(addresses).size).toBe(3)
  })

  test('leaves no file of a picture that it no longer imports', async () => {
    write('old.vtt', 'old')
    write('new.vtt', 'new')
    const entry = join(folder, 'entry.js')
    const options = { bundle: true, write: false, outdir: 'out', logLevel: 'silent' } as const
    const bundler = await context({ ...options, entryPoints: [entry], plugins: [images] })
    const filesFor = async (name: string) => {
      writeFileSync(entry, `import value from './${name}'; console.log(value)`)
      return (await bundler.rebuild()).outputFiles.map(({ path }) => basename(path).replace(/-\w+/, ''))
    }
    const files = { before: await filesFor('old.vtt'), after: await filesFor('new.vtt') }
    await bundler.dispose()
    expect(files).toEqual({ before: ['entry.js', 'old.vtt'], after: ['entry.js', 'new.vtt'] })
  })

  test('fails the build with the name of an unreadable picture', async () => {
    write('broken.png', 'not a picture')
    await expect(bundle('broken.png')).rejects.toMatchObject({
      errors: [
        {
          text: expect.stringMatching(
            /broken\.png: unsupported format: save the picture as jpg, png, webp, avif or svg/,
          ),
        },
      ],
    })
  })
})
