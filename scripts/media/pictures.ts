import { hash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join, parse, resolve } from 'node:path'
import type { Plugin } from 'esbuild'
import { ASSETS_FOLDER } from '../../server/lib/built-files.ts'
import { nameIn } from '../../server/lib/file-names.ts'
import type { ImageFile } from '../../shared/ui/picture.tsx'
import { cached } from '../lib/build-cache.ts'
import { pathOnDisk } from '../lib/path-on-disk.ts'
import { root } from '../lib/root.ts'
import { openPicture, readable } from './open-picture.ts'

const IMAGE = /\.(jpe?g|png|webp|avif|svg)$/i

/** Files that stay as they are. Any other file is read as a picture, and refused if it isn't one. */
const PLAIN_FILE = /\.(pdf|mp4|webm|vtt)$/i

/** Texts that a script imports as a string. */
const TEXT = /\.txt$/i

/** Pictures that no page can show. They are read only for a good message. */
const OTHER_IMAGE = /\.(heic|heif|gif|tiff?|bmp)$/i

/** Files that a page may import: images as an ImageFile, texts as a string, others as a URL. shared/files.d.ts has the types. */
const IMPORTABLE = new RegExp(
  [IMAGE, PLAIN_FILE, TEXT, OTHER_IMAGE].map(({ source }) => source).join('|'),
  'i',
)

/** The widths of images: 768 and 1152 for phones, the others for the text column and the page at double density. */
const WIDTHS_PX = [480, 768, 1152, 1728, 2304]

/** sharp's options for each format. AVIF's default effort, 4, would take seven times as long and save 7 %. */
const formats = {
  avif: { quality: 50, effort: 3 },
  webp: { quality: 75 },
  jpeg: { quality: 75, mozjpeg: true },
  png: {},
} as const

type Format = keyof typeof formats

/** The format for browsers without AVIF, by the file's own format. `heif` is AVIF. */
const fallbacks: Record<string, Format> = { jpeg: 'jpeg', png: 'png', webp: 'webp', heif: 'webp' }

/** An import's value in a page, and the files that it needs in /assets/, by name. */
type Asset = { files: Map<string, Uint8Array> } & (
  | { kind: 'image'; value: ImageFile }
  | { kind: 'file'; value: string }
)

/** esbuild's namespace for a script that replaces a file. The path in it is the file's path in the project. */
export const IMPORTED_FILE = 'images'

/** Lets a page import images and other files, and adds the files that they need to the bundle's output. */
export const images: Plugin = {
  name: 'images',
  setup(build) {
    const needed = new Map<string, Uint8Array>()
    build.onStart(() => needed.clear())
    // The path is relative to the project: esbuild hashes it into the names of scripts, which mustn't depend on the folder.
    build.onResolve({ filter: IMPORTABLE }, ({ path, resolveDir }) => ({
      path: nameIn(root, resolve(resolveDir, path)),
      namespace: IMPORTED_FILE,
    }))
    build.onLoad({ filter: IMPORTABLE, namespace: IMPORTED_FILE }, async ({ path }) => {
      try {
        const { value, files } = await assetOf(resolve(root, path))
        for (const [name, body] of files) needed.set(name, body)
        return { contents: `export default ${JSON.stringify(value)}` }
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        return { errors: [{ text: `${path}: ${message}` }] }
      }
    })
    build.onEnd(({ outputFiles }) => {
      for (const [name, contents] of needed)
        outputFiles?.push({
          path: join(root, 'build/public', ASSETS_FOLDER, name),
          contents,
          hash: '',
          text: '',
        })
    })
  },
}

const knownAssets = new Map<string, Promise<Asset>>()

/** A file's asset. If the file hasn't changed, it isn't read again. */
export async function assetOf(file: string): Promise<Asset> {
  const path = pathOnDisk(file)
  if (path === undefined) throw new Error('there is no such file')
  const { mtimeMs, size } = await stat(path)
  const key = `${path} ${mtimeMs} ${size}`
  const asset = knownAssets.getOrInsertComputed(key, () => makeAsset(path))
  asset.catch(() => knownAssets.delete(key)) // The disk may have been full, and a retry may succeed.
  return asset
}

async function makeAsset(file: string): Promise<Asset> {
  const body = await readFile(file)
  const { name, ext } = parse(file.normalize())
  const safeName = name.replace(/[^\w-]+/g, '-') // A srcset can't contain spaces or commas.
  if (TEXT.test(ext)) return { kind: 'file', value: body.toString().replace(/^\uFEFF/, ''), files: new Map() }
  if (PLAIN_FILE.test(ext)) return { kind: 'file', ...copyOf(body, safeName, ext) }
  return imageOf(body, safeName)
}

function copyOf(body: Uint8Array, name: string, ext: string) {
  const file = `${name}-${hashOf(body)}${ext.toLowerCase()}`
  return { value: `/${ASSETS_FOLDER}/${file}`, files: new Map([[file, body]]) }
}

/** Makes an asset: an SVG stays as it is, and any other image gets every width. */
async function imageOf(source: Buffer, name: string): Promise<Asset> {
  // An SVG has no limit of pixels.
  const picture = await openPicture(source, { limitInputPixels: false })
  const {
    format,
    pages = 1,
    autoOrient,
  } = await picture.metadata().catch(error => {
    throw readable(error)
  })
  const { width, height } = autoOrient
  if (format === 'svg') {
    const { value: src, files } = copyOf(source, name, '.svg')
    return { kind: 'image', value: { src, width, height }, files }
  }
  if (pages > 1) throw new Error('this picture is animated: save it as a video, mp4 or webm')
  const fallback = fallbacks[format]
  if (!fallback) throw readable(new Error('unsupported image format'))
  return inEveryWidth(source, name, autoOrient, fallback)
}

interface Dimensions {
  width: number
  height: number
}

/** The largest width and height of AVIF and WebP, in pixels. */
const MAX_SIDE_PX = 16_383

/** Encodes an image in its own format, and in AVIF if that's possible and smaller. An AVIF gets WebP, too, for Safari 15. */
async function inEveryWidth(
  source: Buffer,
  name: string,
  { width, height }: Dimensions,
  format: Format,
): Promise<Asset> {
  const largest = Math.min(width, WIDTHS_PX.at(-1) ?? width)
  const widths = [...WIDTHS_PX.filter(each => each < 0.85 * largest), largest]
  const isTooTall = (largest / width) * height > MAX_SIDE_PX
  if (isTooTall && format === 'webp')
    throw new Error(`it is taller than ${MAX_SIDE_PX} pixels: save it as jpg or png, or in parts`)
  const plain = await encodeWidths(source, widths, format)
  const avif = isTooTall ? [] : await encodeWidths(source, widths, 'avif')
  const stem = `${name}-${hashOf(...plain, ...avif)}`
  const ofPlain = nameFiles(stem, format === 'jpeg' ? 'jpg' : format, widths, plain)
  const ofAvif = nameFiles(stem, 'avif', widths, avif)
  const hasAvif = !isTooTall && Buffer.concat(avif).length < Buffer.concat(plain).length
  const value: ImageFile = {
    src: ofPlain.largest,
    width: largest,
    height: Math.round((largest / width) * height),
    srcSet: ofPlain.srcSet,
    ...(hasAvif && { avif: ofAvif.srcSet }),
  }
  return { kind: 'image', value, files: new Map([...ofPlain.files, ...(hasAvif ? ofAvif.files : [])]) }
}

/** Encodes an image in a format, in each of these widths. */
async function encodeWidths(source: Buffer, widths: readonly number[], format: Format) {
  const sourceHash = hashOf(source)
  return Array.fromAsync(widths, width =>
    cached([sourceHash, JSON.stringify([width, format, formats[format]])], async () => {
      const picture = await openPicture(source)
      const encoded = picture.resize(width).toFormat(format, formats[format])
      return encoded.toBuffer().catch(error => {
        throw readable(error)
      })
    }),
  )
}

/** A format's files with their names, the srcset that names them, and the URL of the last, the largest. */
function nameFiles(stem: string, extension: string, widths: readonly number[], bodies: Uint8Array[]) {
  const names = widths.map(width => `${stem}-${width}.${extension}`)
  const urls = names.map(name => `/${ASSETS_FOLDER}/${name}`)
  return {
    files: new Map(bodies.map((body, i) => [names[i] ?? '', body])),
    srcSet: urls.map((url, i) => `${url} ${widths[i]}w`).join(', '),
    largest: urls.at(-1) ?? '',
  }
}

const hashOf = (...parts: Uint8Array[]) => hash('sha256', Buffer.concat(parts)).slice(0, 10)
