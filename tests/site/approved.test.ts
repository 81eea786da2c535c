// What was approved of the site that this project comes with: its style, and the head, the words and the links of each
// page. `npm run approve` writes it to approved/, and a person reads the diff. As soon as company.name or company.origin
// is another, these tests leave themselves out.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { describe, expect, test } from 'vitest'
import { lowerStyles } from '../../scripts/bundle/styles/lower-styles.ts'
import { APPROVED, CURE, isAgreed } from '../support/agreed.ts'
import { htmlFile, NOT_FOUND_PATH } from '../support/engine.ts'
import { root } from '../support/folders.ts'
import { addresses, dist, facts, manifest, origin } from '../support/own-site.ts'
import { printedPage, printedStyle } from '../support/printed.ts'

/** The style of forms, which only a page with a form has. */
async function styleOfForms(): Promise<string> {
  const entryPoints = [join(root, 'shared/styles/forms.css')]
  const { outputFiles } = await build({
    entryPoints,
    bundle: true,
    minify: true,
    write: false,
    plugins: [lowerStyles()],
  })
  return outputFiles.map(({ text }) => text).join('')
}

/** A page as it was prerendered in any year, and for any origin. */
const pageOf = (path: string) =>
  readFileSync(join(dist, htmlFile(path)), 'utf8')
    .replaceAll(origin, facts.company.origin)
    .replace(/© \d{4} /g, '© ')

const paths = [...addresses.map(({ path }) => path), NOT_FOUND_PATH]
const nameOf = (path: string) => htmlFile(path).replace(/html$/, 'txt')

describe.skipIf(!isAgreed)('was approved:', () => {
  test('the list of pages', async () => {
    await expect(`${paths.join('\n')}\n`, CURE).toMatchFileSnapshot(join(APPROVED, 'pages.txt'))
  })

  test.each([
    { what: 'the style of the site', file: 'style.txt', of: () => manifest.style },
    { what: 'the style of forms', file: 'forms.txt', of: styleOfForms },
  ])('$what', async ({ file, of }) => {
    await expect(printedStyle(await of()), CURE).toMatchFileSnapshot(join(APPROVED, file))
  })

  test.each(paths)('the page %s', async path => {
    await expect(printedPage(pageOf(path)), CURE).toMatchFileSnapshot(join(APPROVED, 'pages', nameOf(path)))
  })
})
