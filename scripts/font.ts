// Makes shared/fonts/ again: one file for each unicode-range in shared/styles/fonts.css.
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import subsetFont from 'subset-font'

const root = join(import.meta.dirname, '..')
const source = join(root, 'node_modules/@fontsource-variable/familjen-grotesk')
const target = join(root, 'shared/fonts')

const css = await readFile(join(root, 'shared/styles/fonts.css'), 'utf8')
for (const [, name, range = ''] of css.matchAll(/fonts\/([\w-]+)\.woff2[^}]*unicode-range: ([^;]+);/g)) {
  const characters = range.split(',').flatMap(part => {
    const [from = 0, to = from] = part.match(/[\dA-F]+/gi)?.map(code => Number.parseInt(code, 16)) ?? []
    return Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i))
  })
  const whole = await readFile(join(source, `files/${name}-wght-normal.woff2`))
  const variationAxes = { wght: { min: 400, max: 600 } }
  const font = await subsetFont(whole, characters.join(''), { targetFormat: 'woff2', variationAxes })
  await writeFile(join(target, `${name}.woff2`), font)
  console.log(`${name}.woff2  ${(font.length / 1000).toFixed(1)} kB`)
}
await copyFile(join(source, 'LICENSE'), join(target, 'LICENSE'))
