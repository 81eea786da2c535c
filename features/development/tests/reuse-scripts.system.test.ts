// Which edits bundle the scripts again in development, tested on a copy of the project.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Bundle, Bundler } from '../../../scripts/bundle/bundle.ts'
import { createBundlerIn, noPackages } from '../../../tests/support/bundler.ts'
import { addFixture, copyProject, editFile } from '../../../tests/support/copy-project.ts'

const folder = copyProject()
addFixture(folder)
const { reuseScripts }: typeof import('../reuse-scripts.ts') = await import(
  join(folder, 'features/development/reuse-scripts.ts')
)

let edited: ReadonlySet<string> = new Set()
let bundler: Bundler
beforeAll(async () => {
  bundler = await createBundlerIn(folder, {
    packages: noPackages,
    reuseScripts: bundle => reuseScripts(bundle, () => edited),
  })
})
afterAll(() => bundler.dispose())

/** Bundles after an edit of these files of the project. */
function bundleAfter(...files: string[]): Promise<Bundle> {
  edited = new Set(files.map(file => join(folder, file)))
  return bundler.rebuild()
}

/** Edits a file until the test has ended. */
const edit = (...args: [file: string, from: string | RegExp, to: string]) =>
  onTestFinished(editFile(folder, ...args))

const PAGE = 'shared/site/pages/contact.tsx'
/** The names of the files that contain a text. */
const filesWith = ({ files }: Bundle, text: string) =>
  [...files]
    .filter(([name, body]) => !name.endsWith('.map') && Buffer.from(body).includes(text))
    .map(([name]) => name)

beforeEach(() => bundleAfter(PAGE))

test('an edit of a file that a page imports reaches the scripts', async () => {
  const captions = 'shared/site/pages/rundgang.vtt'
  edit(captions, /$/, '\nNOTE Ende\n')
  const bundle = await bundleAfter(captions)
  const [name = ''] = filesWith(bundle, 'NOTE Ende')
  expect(name).toMatch(/^public\/assets\/rundgang-/)
  expect(filesWith(bundle, name.replace('public', ''))).toContain('program.js')
})

test('an edit of a picture that a page imports reaches the scripts', async () => {
  const picture = 'shared/site/mark.svg'
  edit(PAGE, /^/, "import mark from '../mark.svg'\nconsole.log(mark)\n")
  await bundleAfter(PAGE)
  edit(picture, '<svg', '<svg data-edited=""')
  const [name = ''] = filesWith(await bundleAfter(picture), 'data-edited')
  expect(name).toMatch(/^public\/assets\/mark-/)
})

test('an edit of a stylesheet changes the style, and reuses the scripts', async () => {
  const css = 'shared/styles/base.css'
  edit(css, /$/, '\nh1 { outline: 6px solid }\n')
  edit(PAGE, '</', ' am Hafen</')
  const ofStyle = await bundleAfter(css)
  expect(ofStyle.manifest.style).toContain('6px solid')
  expect(filesWith(ofStyle, 'am Hafen')).toEqual([])
  expect(filesWith(await bundleAfter(PAGE), 'am Hafen')).toEqual(['program.js'])
})

test('a deleted stylesheet fails the build at its import', async () => {
  const css = 'shared/site/pages/gone.css'
  edit(PAGE, /^/, "import './gone.css'\n")
  writeFileSync(join(folder, css), 'h1 { top: 0 }')
  await bundleAfter(PAGE, css)
  rmSync(join(folder, css))
  await expect(bundleAfter(css)).rejects.toMatchObject({
    errors: [{ text: expect.stringContaining('./gone.css'), location: { line: 1 } }],
  })
})
