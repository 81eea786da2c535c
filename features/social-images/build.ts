import type { BuildFeature, FieldProblem } from '../../joints.ts'
import { addressProblem, type NamedTargets } from '../../scripts/problems/route-checks.ts'
import { typefaces } from '../../server/site/typefaces.ts'
import type { HeadFields } from '../../shared/site.ts'
import { drawPictures } from './draw.tsx'
import { FOLDER, writtenPicture } from './picture.ts'

export const socialImages: BuildFeature = {
  fields: ['image'],
  textFields: {
    image: {
      read: readPath,
      wanted: 'the picture of link previews, a file in shared/site/public/',
      example: '/team.jpg',
    },
  },
  ownFolder: FOLDER,
  drawFiles: site => drawPictures(site, typefaces),
  shownElsewhere: [`${FOLDER}/`],
  headProblems: imageProblems,
}

function readPath(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() ? value.trim() : undefined
}

function imageProblems({ image }: HeadFields, { isFile }: NamedTargets): FieldProblem[] {
  if (image === undefined) return []
  const { src } = writtenPicture(image)
  const problem = /\.svg$/i.test(src)
    ? `is ${src}: link previews cannot show an SVG: use a PNG or a JPEG`
    : addressProblem(src, isFile, 'there is no such file in shared/site/public/')
  return problem ? [{ field: 'image', problem }] : []
}
