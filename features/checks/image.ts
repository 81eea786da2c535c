import { addressProblem, headFieldChecks } from '../../scripts/lib/head-field.ts'
import { pictureOf } from '../../server/metadata/link-preview.ts'

/** The picture of a page's link preview exists. */
export const image = headFieldChecks('image', (fields, { isFile }) => {
  if (fields.image === undefined) return undefined
  const { src } = pictureOf(fields.image)
  return /\.svg$/i.test(src)
    ? `is ${src}: link previews cannot show an SVG: use a PNG or a JPEG`
    : addressProblem(src, isFile, 'there is no such file in shared/site/public/')
})
