import { hash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join, parse, relative, resolve } from 'node:path'
import type { Plugin } from 'esbuild'
import type { ImageFile } from '../../shared/ui/picture.tsx'
import type { VideoFile } from '../../shared/ui/video.tsx'
import { cached } from './cache.ts'
import { root } from './root.ts'

/** What a page may import: an image as an ImageFile, a video as a VideoFile, any other file as its URL. shared/files.d.ts has the types. */
export const importable = /\.(jpe?g|png|webp|avif|svg|pdf|mp4|webm)$/i

export const isVideo = (file: string) => /\.(mp4|webm)$/i.test(file)

export const captionsOf = (video: string) => video.replace(/\.\w+$/, '.vtt')

/** In pixels. A phone asks for 768 or 1152; a desk for the text column or the page, each twice as sharp. */
const WIDTHS = [480, 768, 1152, 1728, 2304]

/** The options with which sharp encodes each format. AVIF's usual effort, 4, takes seven times as long to save 7 %. */
const formats = {
  avif: { quality: 50, effort: 3 },
  webp: { quality: 75 },
  jpeg: { quality: 75, mozjpeg: true },
  png: { compressionLevel: 9 },
} as const

/** The format for browsers without AVIF, by that of the file; heif is AVIF. */
const fallbacks: Record<string, keyof typeof formats> = {
  jpeg: 'jpeg',
  png: 'png',
  webp: 'webp',
  heif: 'webp',
}

const refuse = (): never => {
  throw new Error(
    'save a picture as jpg, png, webp, avif or svg, and a video as mp4 or webm: this is neither',
  )
}

/** What an import is in a page, and the files that it needs in /assets/, by name. */
type Asset = { files: Map<string, Uint8Array> } & (
  | { kind: 'image'; value: ImageFile }
  | { kind: 'video'; value: VideoFile }
  | { kind: 'file'; value: string }
)

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
        return { contents: `export default ${JSON.stringify(value)}` }
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

const known = new Map<string, Promise<Asset>>()

/** The asset of a file. A file that has not changed since is not even read again. */
export async function assetOf(file: string): Promise<Asset> {
  const { mtimeMs, size } = await stat(file).catch(() => {
    throw new Error('there is no such file')
  })
  const captions = isVideo(file) ? await readFile(captionsOf(file)).catch(() => undefined) : undefined
  const key = `${file} ${mtimeMs} ${size} ${captions}`
  const asset = known.get(key) ?? makeAsset(file, captions)
  known.set(key, asset)
  return asset
}

async function makeAsset(file: string, captions?: Uint8Array): Promise<Asset> {
  const body = await readFile(file)
  const { name, ext } = parse(file)
  const safe = name.replace(/[^\w-]+/g, '-') // A srcset cannot hold spaces and commas.
  if (isVideo(file)) return videoOf(body, safe, ext, captions)
  if (!/\.pdf$/i.test(ext)) return imageOf(body, safe)
  return { kind: 'file', ...copyOf(body, safe, ext) }
}

function copyOf(body: Uint8Array, name: string, ext: string) {
  const file = `${name}-${hashOf(body)}${ext.toLowerCase()}`
  return { value: `/assets/${file}`, files: new Map([[file, body]]) }
}

/** A video with its captions, the file of the same name that ends in .vtt. */
async function videoOf(body: Uint8Array, name: string, ext: string, text?: Uint8Array): Promise<Asset> {
  const { value: src, files } = copyOf(body, name, ext)
  const captions = text && copyOf(text, name, '.vtt')
  const value = { src, ...(await sizeOf(body)), ...(captions && { captions: captions.value }) }
  return { kind: 'video', value, files: new Map([...files, ...(captions?.files ?? [])]) }
}

async function sizeOf(video: Uint8Array): Promise<{ width: number; height: number }> {
  // It takes a fifth of a second to load. Most sites have no video.
  const { BufferSource, Input, MP4, WEBM } = await import('mediabunny')
  const input = new Input({ formats: [MP4, WEBM], source: new BufferSource(video) })
  const track = await input.getPrimaryVideoTrack().catch(() => null)
  if (!track) throw new Error('browsers do not play this video: save it as MP4 (H.264) or WebM')
  return { width: await track.getDisplayWidth(), height: await track.getDisplayHeight() }
}

/** An image in every width, in its own format, and in AVIF where that is smaller; an AVIF in WebP, too, for Safari 15. */
async function imageOf(source: Uint8Array, name: string): Promise<Asset> {
  const key = hashOf(source)
  const sharp = (await import('sharp')).default
  const { format, pages = 1, autoOrient } = await sharp(source).metadata().catch(refuse)
  const { width, height } = autoOrient
  if (format === 'svg') {
    const { value: src, files } = copyOf(source, name, '.svg')
    return { kind: 'image', value: { src, width, height }, files }
  }
  if (pages > 1) throw new Error('this picture is animated: save it as a video, mp4 or webm')
  const largest = Math.min(width, WIDTHS.at(-1) ?? width)
  const widths = [...WIDTHS.filter(each => each < 0.85 * largest), largest]
  const encodeAll = (format: keyof typeof formats) =>
    Array.fromAsync(widths, each =>
      cached([key, JSON.stringify([each, format, formats[format]])], async () => {
        const upright = sharp(source).autoOrient()
        return upright.resize(each).toFormat(format, formats[format]).toBuffer()
      }),
    )
  const own = fallbacks[format] ?? refuse()
  const plain = await encodeAll(own)
  const avif = await encodeAll('avif')
  const stem = `${name}-${hashOf(...plain, ...avif)}`
  const files = new Map<string, Uint8Array>()
  const sourcesOf = (bodies: Uint8Array[], ext: string) =>
    bodies.map((body, i) => {
      const file = `${stem}-${widths[i]}.${ext}`
      files.set(file, body)
      return `/assets/${file} ${widths[i]}w`
    })
  const sources = sourcesOf(plain, own === 'jpeg' ? 'jpg' : own)
  const [src = ''] = sources.at(-1)?.split(' ') ?? []
  const size = { width: largest, height: Math.round((largest / width) * height) }
  const value: ImageFile = { src, ...size, srcSet: sources.join(', ') }
  if (Buffer.concat(avif).length < Buffer.concat(plain).length)
    value.avif = sourcesOf(avif, 'avif').join(', ')
  return { kind: 'image', value, files }
}

const hashOf = (...parts: Uint8Array[]) => hash('sha256', Buffer.concat(parts)).slice(0, 10)
