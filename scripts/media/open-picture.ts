import type { Sharp, SharpOptions } from 'sharp'

/** Whether a file is a HEIC. An AVIF has the same container, but other brands. */
const isHeic = (source: Buffer): boolean =>
  /^ftyp(?!.*avi[fs]).*(hei[cxms]|hev[cxms])/s.test(source.toString('latin1', 4, 40))

/** Opens a picture upright. Some phones write a JPEG with extra bytes, which every program accepts with a warning. */
export async function openPicture(source: Buffer, options: SharpOptions = {}): Promise<Sharp> {
  if (isHeic(source)) throw new Error('this is a HEIC, as phones write it: save it as jpg')
  const { default: sharp } = await import('sharp')
  return sharp(source, { failOn: 'error', unlimited: true, ...options }).autoOrient()
}

/** Explains an error from sharp to the site's author. */
export function readable(error: Error): Error {
  const [first = ''] = error.message.split('\n')
  if (/unsupported image format/.test(first))
    return new Error('unsupported format: save the picture as jpg, png, webp, avif or svg')
  if (/pixel limit/.test(first)) return new Error('it has more than 268 million pixels: save it smaller')
  return new Error(`the file is damaged: open it, and save it again (${first})`)
}
