import { extname } from 'node:path'
import { contentType } from 'mime-types'
import type { HeadFields } from '../../shared/site.ts'
import { PREVIEW_SIZE, PREVIEWS_FOLDER } from '../lib/built-files.ts'

/** The link preview of a page in build/public/ and dist/. */
export const previewFile = ({ id }: { id: string }) => `${PREVIEWS_FOLDER}/${id}.png`

/** A picture that is imported has its size, too. */
export const pictureOf = (image: NonNullable<HeadFields['image']>) =>
  typeof image === 'string' ? { src: image } : image

/** The picture of a page's link preview: its own, or what the build has drawn. */
export function previewOf(route: { id: string }, { image }: HeadFields, origin: string): Preview {
  if (!image) return { url: `${origin}/${previewFile(route)}`, type: 'image/png', ...PREVIEW_SIZE }
  const { src, ...size } = pictureOf(image)
  const { href, pathname } = new URL(src, origin)
  return { url: href, type: contentType(extname(pathname)) || undefined, ...size }
}

interface Preview {
  url: string
  /** Absent where its name does not tell. */
  type: string | undefined
  /** Known of an imported picture. */
  width?: number
  height?: number
}
