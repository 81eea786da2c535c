import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { UserError } from '../../server/lib/errors.ts'
import { nameIn } from '../../server/lib/file-names.ts'
import { root } from '../lib/root.ts'
import { svgProblem } from './svg.ts'
import type { Tokens } from './tokens.ts'

/** The picture from which icons and the mark of social images are drawn. */
export interface Mark {
  file: string
  /** What sharp reads: the file, with the accent for currentColor in an SVG. */
  image: Buffer
}

/** A palette makes an image of few colours less than half the size. */
export const PNG_OPTIONS = { palette: true } as const

/** Reads the file of shared/site/ that company.ts names as the mark. Throws a UserError where it is missing. */
export async function readMark(name: string, tokens: Tokens): Promise<Mark> {
  const file = join(root, 'shared/site', name)
  const image = await readFile(file).catch(() => {
    throw new UserError(`${nameIn(root, file)} is missing: it is the mark in shared/site/company.ts`)
  })
  if (extname(file) !== '.svg') return { file, image }
  const svg = image.toString()
  const problem = svgProblem(svg)
  if (problem) throw new UserError(`${nameIn(root, file)}: ${problem}`)
  return { file, image: Buffer.from(svg.replaceAll('currentColor', tokens.colour('accent'))) }
}
