import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, parse, relative, resolve } from 'node:path'
import type { Plugin } from 'esbuild'
import type { ImageFile } from '../shared/ui/picture.tsx'

const root = join(import.meta.dirname, '..')

/** What a page may import: an image as an ImageFile, any other file as its URL. shared/files.d.ts has the types. */
const importable = /\.(jpe?g|png|webp|avif|svg|pdf|mp4|webm)$/i

/** In pixels. A phone asks for 768 or 1152; a desk for the text column or the page, each twice as sharp. */
const WIDTHS = [480, 768, 1152, 1728, 2304]

/** The options with which sharp encodes each format. AVIF's usual effort, 4, takes seven times as long to save 7 %. */
const formats = {
  avif: { quality: 50, effort: 3 },
  webp: { quality: 75 },
  jpeg: { quality: 75, mozjpeg: true },
  png: { compressionLevel: 9 },
} as const

/** Encoded images, by a hash of their source: a photograph takes seconds. */
const cache = join(root, 'node_modules/.cache/images')

/** What an import is in a page, and the files that it needs in /assets/, by name. */
interface Asset {
  value: ImageFile | string
  files: Map<string, Uint8Array>
}

/** Lets a page import images and files. What they need joins the output of the bundle. */
export const images: Plugin = {
  name: 'images',
  setup(build) {
    const needed = new Map<string, Uint8Array>()
    build.onStart(() => needed.clear())
    build.onResolve({ filter: importable }, ({ path, resolveDir, kind }) =>
      kind === 'import-statement' ? { path: resolve(resolveDir, path), namespace: 'images' } : undefined,
    )
    build.onLoad({ filter: importable, namespace: 'images' }, async ({ path }) => {
      try {
        const { value, files } = await assetOf(path)
        for (const [name, body] of files) needed.set(name, body)
        return { contents: moduleOf(value) }
      } catch (error) {
        return { errors: [{ text: `${relative(root, path)}: ${(error as Error).message}` }] }
      }
    })
    build.onEnd(({ outputFiles }) => {
      for (const [name, contents] of needed)
        outputFiles?.push({ path: join(root, 'build/public/assets', name), contents, hash: '', text: '' })
    })
  },
}

/** The same for tests, which import pages without a bundle: a plugin of Vite. */
export const imagesInTests = {
  name: 'images',
  enforce: 'pre',
  load: async (id: string) => (importable.test(id) ? moduleOf((await assetOf(id)).value) : undefined),
} as const

const moduleOf = (value: Asset['value']) => `export default ${JSON.stringify(value)}`

const known = new Map<string, Promise<Asset>>()

/** The asset of a file. A file that has not changed since is not even read again. */
export async function assetOf(file: string): Promise<Asset> {
  const { mtimeMs, size } = await stat(file).catch(() => {
    throw new Error('there is no such file')
  })
  const key = `${file} ${mtimeMs} ${size}`
  const asset = known.get(key) ?? makeAsset(file)
  known.set(key, asset)
  return asset
}

async function makeAsset(file: string): Promise<Asset> {
  const body = await readFile(file)
  const { name, ext } = parse(file)
  const safe = name.replace(/[^\w-]+/g, '-') // A srcset cannot hold spaces and commas.
  if (/\.(pdf|mp4|webm)$/i.test(ext)) return copyOf(body, safe, ext)
  const folder = join(cache, hash([safe, body, JSON.stringify([WIDTHS, formats])]))
  return (await cached(folder)) ?? store(await encode(body, safe), folder)
}

function copyOf(body: Buffer, name: string, ext: string): Asset {
  const file = `${name}-${hash([body])}${ext.toLowerCase()}`
  return { value: `/assets/${file}`, files: new Map([[file, body]]) }
}

/** Every width of an image in its own format, and in AVIF where that is smaller. What is in AVIF is also made in WebP, for Safari 15. */
async function encode(source: Buffer, name: string): Promise<Asset> {
  const { default: sharp } = await import('sharp') // Takes a tenth of a second, which most builds can save.
  const {
    format,
    pages = 1,
    autoOrient,
  } = await sharp(source)
    .metadata()
    .catch(error => {
      throw new Error(`is not an image that sharp can read: ${error.message}`)
    })
  if (format === 'svg') {
    const { value, files } = copyOf(source, name, '.svg')
    return { value: { src: String(value), ...autoOrient }, files }
  }
  if (pages > 1) throw new Error('is animated: a video is smaller, and can be stopped')
  const own = format === 'heif' ? 'webp' : (format as 'jpeg' | 'png' | 'webp')
  const largest = Math.min(autoOrient.width, WIDTHS.at(-1) ?? 0)
  const widths = [...WIDTHS.filter(width => width < 0.85 * largest), largest]
  const encoded = { own: [] as Buffer[], avif: [] as Buffer[] }
  for (const width of widths) {
    const resized = sharp(source).autoOrient().resize(width)
    encoded.own.push(await resized.clone().toFormat(own, formats[own]).toBuffer())
    encoded.avif.push(await resized.clone().toFormat('avif', formats.avif).toBuffer())
  }
  const bytes = (bodies: Buffer[]) => bodies.reduce((sum, { length }) => sum + length, 0)
  const wanted = bytes(encoded.avif) < bytes(encoded.own)
  const stem = `${name}-${hash([...encoded.own, ...encoded.avif])}`
  const files = new Map<string, Uint8Array>()
  const srcSet = (bodies: Buffer[], extension: string) =>
    bodies.map((body, i) => {
      const file = `${stem}-${widths[i]}.${extension}`
      files.set(file, body)
      return `/assets/${file} ${widths[i]}w`
    })
  const sources = srcSet(encoded.own, own === 'jpeg' ? 'jpg' : own)
  const [src = ''] = sources.at(-1)?.split(' ') ?? []
  const { width = 0, height = 0 } = await sharp(encoded.own.at(-1)).metadata()
  const value: ImageFile = { src, width, height, srcSet: sources.join(', ') }
  if (wanted) value.avif = srcSet(encoded.avif, 'avif').join(', ')
  return { value, files }
}

async function cached(folder: string): Promise<Asset | undefined> {
  if (!existsSync(folder)) return undefined
  const names = (await readdir(folder)).filter(name => name !== 'value.json')
  const files = names.map(async name => [name, await readFile(join(folder, name))] as const)
  const value: ImageFile = JSON.parse(await readFile(join(folder, 'value.json'), 'utf8'))
  return { value, files: new Map(await Promise.all(files)) }
}

/** Writes an asset into the cache, where another process may have been faster. */
async function store(asset: Asset, folder: string): Promise<Asset> {
  await mkdir(cache, { recursive: true })
  const fresh = await mkdtemp(`${folder}-`)
  await writeFile(join(fresh, 'value.json'), JSON.stringify(asset.value))
  for (const [name, body] of asset.files) await writeFile(join(fresh, name), body)
  await rename(fresh, folder).catch(() => rm(fresh, { recursive: true }))
  return asset
}

function hash(parts: (string | Uint8Array)[]): string {
  const sum = createHash('sha256')
  for (const part of parts) sum.update(part)
  return sum.digest('hex').slice(0, 10)
}
