import { PREVIEWS_FOLDER } from '../built-files.ts'

/** The link preview of a page in build/public/ and dist/. */
export const previewFile = ({ id }: { id: string }) => `${PREVIEWS_FOLDER}/${id}.png`

export const previewUrl = (row: { id: string }, origin: string) => `${origin}/${previewFile(row)}`
