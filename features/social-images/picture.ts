import { extname } from 'node:path'
import { contentType } from 'mime-types'
import type { PicturedPage } from '../../joints.ts'
import type { HeadFields } from '../../shared/site.ts'
import './fields.ts'

/** The folder of the drawn pictures in dist/. */
export const FOLDER = 'og'

/** In pixels: the size of a drawn picture, which every messenger shows large. */
export const SIZE = { width: 1200, height: 630 } as const

/** The drawn picture of a page, by its name in dist/. */
export const fileOf = ({ id }: { id: string }) => `${FOLDER}/${id}.png`

/** A picture that is imported has its size, too. */
export const writtenPicture = (image: NonNullable<HeadFields['image']>) =>
  typeof image === 'string' ? { src: image } : image

/** The social image of a page: its own, or what the build has drawn. */
export function pictureOf({ route, fields: { image } }: PicturedPage, origin: string): Picture {
  if (!image) return { url: `${origin}/${fileOf(route)}`, type: 'image/png', ...SIZE }
  const { src, ...size } = writtenPicture(image)
  const { href, pathname } = new URL(src, origin)
  return { url: href, type: contentType(extname(pathname)) || undefined, ...size }
}

interface Picture {
  url: string
  /** Absent where its name does not tell. */
  type: string | undefined
  /** Known of an imported picture. */
  width?: number
  height?: number
}
