import { extname } from 'node:path'
import { contentType } from 'mime-types'
import type { RoutePage } from '../../server/metadata/server-head.ts'
import type { HeadFields } from '../../shared/site.ts'
import './site.ts'

/** The folder in dist/ for drawn pictures. */
export const FOLDER = 'og'

/** A drawn picture's size in pixels. Every messenger shows this size large. */
export const SIZE = { width: 1200, height: 630 } as const

/** The name in dist/ for a page's drawn picture. */
export const fileOf = ({ id }: { id: string }) => `${FOLDER}/${id}.png`

/** Returns the `src` of a written `image`. An imported picture has its size, too. */
export const writtenPicture = (image: NonNullable<HeadFields['image']>) =>
  typeof image === 'string' ? { src: image } : image

/** A page's social image: its own, or the one that the build has drawn. */
export function pictureOf({ route, fields: { image } }: RoutePage, origin: string): Picture {
  if (!image) return { url: `${origin}/${fileOf(route)}`, type: 'image/png', ...SIZE }
  const { src, ...size } = writtenPicture(image)
  const { href, pathname } = new URL(src, origin)
  return { url: href, type: contentType(extname(pathname)) || undefined, ...size }
}

interface Picture {
  url: string
  /** Undefined if the name has no known extension. */
  type: string | undefined
  /** Only a drawn or an imported picture has a known size. */
  width?: number
  height?: number
}
