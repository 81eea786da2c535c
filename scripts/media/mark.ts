import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { UserError } from '../../server/lib/errors.ts'
import { nameIn } from '../../server/lib/file-names.ts'
import { root } from '../lib/root.ts'
import type { Tokens } from './tokens.ts'

/** The picture that icons and social images are drawn from. */
export interface Mark {
  file: string
  /** The content for sharp. In an SVG, the accent replaces currentColor. */
  image: Buffer
}

/** With a palette, an image of few colours has less than half the size. */
export const PNG_OPTIONS = { palette: true } as const

/** Reads the mark, whose file company.ts names. Throws a UserError if it's missing. */
export async function readMark(name: string, tokens: Tokens): Promise<Mark> {
  const file = join(root, 'shared/site', name)
  const image = await readFile(file).catch(() => {
    throw new UserError(`${nameIn(root, file)} is missing: it is the mark in shared/site/company.ts`)
  })
  if (extname(file) !== '.svg') return { file, image }
  return { file, image: Buffer.from(image.toString().replaceAll('currentColor', tokens.colour('accent'))) }
}
