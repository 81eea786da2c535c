// Makes shared/fonts/ again, after a change of typeface or of the characters below.
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import subsetFont from 'subset-font'

const root = join(import.meta.dirname, '..')
const source = join(root, 'node_modules/@fontsource-variable/familjen-grotesk')
const target = join(root, 'shared/fonts')

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCharCode(from + index)).join('')

/** ASCII, the letters of western Europe, and the signs of careful typesetting: new words need no new font. */
const characters = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}–—‘’“”…→`

const font = await subsetFont(
  await readFile(join(source, 'files/familjen-grotesk-latin-wght-normal.woff2')),
  characters,
  { targetFormat: 'woff2', variationAxes: { wght: { min: 400, max: 600 } } },
)
await writeFile(join(target, 'familjen-grotesk.woff2'), font)
await copyFile(join(source, 'LICENSE'), join(target, 'LICENSE'))
console.log(`familjen-grotesk.woff2  ${(font.length / 1000).toFixed(1)} kB`)
