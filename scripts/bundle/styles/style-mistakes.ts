import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { PartialMessage } from 'esbuild'
import { pathOnDisk } from '../../lib/path-on-disk.ts'
import { PUBLIC } from '../../media/public-files.ts'

// esbuild's messages about mistakes in a stylesheet, each with its place in the file as it was written.

export const FOREIGN = 'A page loads no stylesheet of another site. Save this one, and import the file.'

const MISSING =
  'There is no such file. Write its path from this file, as in url(./dot.png): the build copies it, and gives it its name. A file of shared/site/public/ keeps its name: url(/dot.png).'

const COMPOSES =
  'composes is not bundled: name both classes where you use them, as in className={[a.card, a.box].join(" ")}'

const END_TAG =
  'This would end the <style> of every page: write a picture as a separate file, and a text in two strings, "<" "/style"'

export function messageAt(
  file: string,
  source: string,
  line: number,
  column: number,
  text: string,
): PartialMessage {
  const lineText = source.split('\n')[line - 1] ?? ''
  return { text, location: { file, line, column: column - 1, lineText } }
}

/** A message at an index, or at the file's beginning if the index is -1, because a search hasn't found the place. */
function messageAtIndex(file: string, source: string, index: number, text: string): PartialMessage {
  const linesBefore = source.slice(0, Math.max(0, index)).split('\n')
  const column = (linesBefore.at(-1)?.length ?? 0) + 1
  return messageAt(file, source, linesBefore.length, column, text)
}

/** What transformStyle has thrown, at the word that it quotes, if that is in the file: Tailwind gives no line. */
export function messageOfTransform(file: string, reason: string): PartialMessage {
  const source = readFileSync(file, 'utf8')
  const [, , word = ''] = /([`'"])([^\s`'"]+)\1/.exec(reason) ?? []
  const index = word ? source.search(new RegExp(`(?<![\\w-])${RegExp.escape(word)}(?![\\w-])`)) : -1
  return messageAtIndex(file, source, index, `transformStyle: ${reason}`)
}

/**
 * Messages about pictures and fonts that are missing. esbuild would report them with the lines of the lowered text. A name without
 * a dot may be in a package.
 */
export function missingFiles(file: string, source: string): PartialMessage[] {
  const withoutComments = source.replace(/\/\*.*?\*\//gs, text => text.replace(/[^\n]/g, ' '))
  const named = withoutComments.matchAll(/url\(\s*(["']?)(\.{0,2}\/(?!\/)[^"')?#]+)/g)
  return [...named].flatMap(({ 2: name = '', index }) => {
    const path = pathOnDisk(join(name.startsWith('/') ? PUBLIC : dirname(file), name.trim()))
    return path === undefined ? messageAtIndex(file, source, index, MISSING) : []
  })
}

/** A message about an end tag: the stylesheet is inline in the pages, and a browser would end it there. */
export function endTag(file: string, source: string): PartialMessage {
  const index = source.search(/<\/style/i) // The text may have escapes, and then its place is unknown.
  return messageAtIndex(file, source, index, END_TAG)
}

/** A message about `composes`, whose other class no script would name. */
export const composesMessage = (file: string, source: string): PartialMessage =>
  messageAtIndex(file, source, source.search(/\bcomposes\s*:/), COMPOSES)
