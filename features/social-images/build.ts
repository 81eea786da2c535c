import type { BuildFeature } from '../../extension-points.ts'
import { addressProblem, headFieldChecks } from '../../scripts/lib/head-field.ts'
import { typefaces } from '../../server/site/typefaces.ts'
import type { HeadFields } from '../../shared/site.ts'
import { drawPictures } from './draw.tsx'
import { FOLDER, writtenPicture } from './picture.ts'

export const socialImages: BuildFeature = {
  frontMatterFields: {
    image: {
      read: readPath,
      wanted: 'the social image, a file in shared/site/public/',
      example: '/team.jpg',
    },
  },
  drawFiles: site => drawPictures(site, typefaces),
  embeddable: [`${FOLDER}/`],
  ...headFieldChecks('image', ({ image }, { isFile }) => image && imageProblem(image, isFile)),
}

function readPath(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() ? value.trim() : undefined
}

function imageProblem(
  image: NonNullable<HeadFields['image']>,
  isFile: (path: string) => boolean,
): string | undefined {
  const { src } = writtenPicture(image)
  return /\.svg$/i.test(src)
    ? `is ${src}: a social image can't be an SVG: use a PNG or a JPEG`
    : addressProblem(src, isFile, 'there is no such file in shared/site/public/')
}
