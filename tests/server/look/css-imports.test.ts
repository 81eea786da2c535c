// Stylesheets and CSS modules that components import: the build adds them, and the files they name, to the site's single
// stylesheet.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { build } from 'esbuild'
import { afterAll, describe, expect, test } from 'vitest'
import { importedStyles, styleImports } from '../../../scripts/bundle/styles/imported-styles.ts'
import { createStylesheet } from '../../../scripts/bundle/styles/stylesheet.ts'
import { root } from '../../../scripts/lib/root.ts'
import { manifest } from '../../support/fixture-site.ts'

const stylesheet = await createStylesheet('production')
afterAll(() => stylesheet.dispose())

/** Writes files into a new folder, and returns its path. */
function write(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'page-styles-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

const platforms = { node: { minify: false }, browser: { minify: true, splitting: true } } as const

/** Bundles page.ts in a folder, as the site bundles its pages. */
async function bundle(folder: string, platform: keyof typeof platforms = 'browser') {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [join(folder, 'page.ts')],
    outdir: join(folder, 'out'),
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    logLevel: 'silent',
    platform,
    plugins: [styleImports],
    ...platforms[platform],
  })
  const entry = relative(root, join(folder, 'page.ts')).replaceAll('\\', '/')
  const imported = importedStyles([metafile], [entry])
  return { outputFiles, imported, files: outputFiles.map(({ path }) => path) }
}

/** The stylesheet of a site whose only page is page.ts in a folder of these files. */
async function styleOf(files: Record<string, string>) {
  const { imported } = await bundle(write(files))
  return stylesheet.rebuild(imported)
}

const withStyle = (css: string) => styleOf({ 'page.ts': "import './page.css'", 'page.css': css })

describe('stylesheets that components import', () => {
  test('are in the site’s stylesheet once, in import order, between the layers prose and modes', async () => {
    const { text } = await styleOf({
      'page.ts': "import './first.css'; import './part.ts'; import 'carousel/css'; import('./lazy.ts')",
      'part.ts': "import './second.css'; import './first.css'",
      'lazy.ts': "import './third.css'; import './second.css'",
      'first.css': '.first-of-page { top: 1px }',
      'second.css': '.second-of-page { top: 2px }',
      'third.css': '.third-of-page { top: 3px }',
      'node_modules/carousel/package.json': '{ "exports": { "./css": "./dist/carousel.css" } }',
      'node_modules/carousel/dist/carousel.css': '.of-package { top: 4px }',
    })
    const layers = ['prose', 'pages', 'modes'].map(layer => text.indexOf(`@layer ${layer}`))
    expect(layers).not.toContain(-1)
    expect(layers).toEqual(layers.toSorted((a, b) => a - b))
    expect(text.match(/(first|second|third)-of-page|of-package/g)).toEqual([
      'first-of-page',
      'second-of-page',
      'of-package',
      'third-of-page',
    ])
    expect(text.slice(text.lastIndexOf('@layer'))).toMatch(/^@layer pages\{\.first-of-page\{top:1px\}/)
  })

  test('come in import order: the layout’s first, then each page’s in the order of components.ts', () => {
    const pageStyles = manifest.style.slice(manifest.style.indexOf('@layer pages{'))
    const marks = ['.seek{', '.hero{', '.tiles{', '.cards{', '.sheet{', '_bar{']
    const found = marks.toSorted((a, b) => pageStyles.indexOf(a) - pageStyles.indexOf(b))
    expect(found).toEqual(marks)
    expect(pageStyles).toContain('.seek{')
  })

  test('produce no file beside the script', async () => {
    const folder = write({ 'page.ts': "import './page.css'", 'page.css': 'a { top: 0 }' })
    const { files } = await bundle(folder)
    expect(files.map(file => relative(folder, file))).toEqual([join('out', 'page.js')])
  })

  test('include the pictures and fonts that they name', async () => {
    const { text, files } = await styleOf({
      'page.ts': "import './page.css'",
      'page.css':
        '@font-face { font-family: Own; src: url(./own.woff) } .of-page { background: url("./dot.png") }',
      'own.woff': 'a font',
      'dot.png': 'a picture',
    })
    const named = files.map(({ path }) => path.replaceAll('\\', '/').split('/build/public')[1])
    for (const name of [/^\/assets\/own-\w+\.woff$/, /^\/assets\/dot-\w+\.png$/])
      expect(named).toContainEqual(expect.stringMatching(name))
    for (const url of named) expect(text).toContain(`url(${url})`)
  })

  const endTag =
    'This would end the <style> of every page: write a picture as a separate file, and a text in two strings, "<" "/style"'
  const foreign = 'A page loads no stylesheet of another site. Save this one, and import the file.'
  test.each([
    ['an end tag in capitals', '.a {}\n.a::after { content: "</STYLE>" }', 2, endTag],
    ['an end tag with escapes', '.a {}\n.a::after { content: "\\3c /style>" }', 1, endTag],
    ['a stylesheet from another site', '@import "https://fonts.example/a.css";', 1, foreign],
    ['one from another site with a protocol-relative URL', '@import "//fonts.example/a.css";', 1, foreign],
  ])('fail the build with file and line at %s', async (_, css, line, text) => {
    await expect(withStyle(css)).rejects.toMatchObject({
      errors: [
        {
          text: expect.stringContaining(text),
          location: { file: expect.stringMatching(/page\.css$/), line },
        },
      ],
    })
  })

  test('from a package may contain unknown CSS, which is a warning with its location', async () => {
    const { text, warnings } = await styleOf({
      'page.ts': "import 'old/old.css'",
      'node_modules/old/old.css':
        '.old {\n\n  colr: red;\n  top: 5px;\n  color: #12;\n  width: var(--none);\n}\n.old:foo {\n}\n',
    })
    expect(text).toContain('top:5px')
    expect(warnings).toEqual([
      expect.stringMatching(/node_modules\/old\/old\.css:3: "colr"/),
      expect.stringMatching(/node_modules\/old\/old\.css:8: .*foo/),
    ])
  })

  test('may use a custom property that a package’s stylesheet declares', async () => {
    const { text } = await styleOf({
      'page.ts': "import 'old/old.css'; import './page.css'",
      'node_modules/old/old.css': ':root { --of-old: 5px }',
      'page.css': '.of-page { top: var(--of-old) }',
    })
    expect(text).toContain('.of-page{top:var(--of-old)}')
  })

  test.each([
    "import 'carousel/style'",
    "import 'carousel/styles/dark'",
    "import('carousel/css')",
    "require('carousel/css')",
  ])('may come from a package: %s', async line => {
    const { text } = await styleOf({
      'page.ts': line,
      'node_modules/carousel/package.json': JSON.stringify({
        exports: {
          './css': './dist/carousel.css',
          './style': './dist/carousel.css',
          './styles/dark': './dist/carousel.css',
        },
      }),
      'node_modules/carousel/dist/carousel.css': '.of-package { top: 4px }',
    })
    expect(text).toContain('@layer pages{.of-package{top:4px}}')
  })

  test('exclude a package’s script at such a path', async () => {
    const folder = write({
      'page.ts': "import { css } from 'styled/css'; console.log(css)",
      'node_modules/styled/package.json': '{ "exports": { "./css": "./css.js" } }',
      'node_modules/styled/css.js': "export const css = 'made by a script'",
    })
    const { outputFiles, imported } = await bundle(folder)
    expect(imported).toEqual([])
    expect(outputFiles[0]?.text).toContain('made by a script')
  })

  test.each([
    {
      by: 'its condition `style`',
      json: { exports: { '.': { style: './all.css', default: './index.js' } } },
    },
    { by: 'its field `style`', json: { main: './index.js', style: './all.css' } },
  ])('can @import a package’s stylesheet by $by', async ({ json }) => {
    const { text } = await styleOf({
      'page.ts': "import './page.css'",
      'page.css': '@import "carousel";',
      'node_modules/carousel/package.json': JSON.stringify(json),
      'node_modules/carousel/index.js': '',
      'node_modules/carousel/all.css': '.all-of-package { top: 4px }',
    })
    expect(text).toContain('@layer pages{.all-of-package{top:4px}}')
  })

  test('pass through transformStyle in server/site/styles.ts, CSS modules too', () => {
    expect(manifest.style).toContain('@media (min-width:45em){.sheet{inline-size:40em}}')
    expect(manifest.style).toMatch(/@media \(min-width:45em\)\{\.\w+_bar\{block-size:\.75rem\}\}/)
  })

  test('disappear with their last import', async () => {
    await withStyle('.soon-gone { top: 0 }')
    expect((await stylesheet.rebuild([])).text).not.toContain('soon-gone')
  })
})

describe('a CSS module', () => {
  const folder = write({
    'page.ts':
      "import classes from './price.module.css'; import other from './other/price.module.css'; console.log(classes, other)",
    'price.module.css': '.card { top: 1px } .big-card { top: 2px }',
    'other/price.module.css': '.card { top: 4px }',
  })
  type Classes = Record<string, string>

  /** The class names in a bundle's script. */
  async function namesIn(platform: keyof typeof platforms): Promise<Classes[]> {
    const { outputFiles } = await bundle(folder, platform)
    const logged: Classes[] = []
    new Function('console', outputFiles[0]?.text ?? '')({ log: (...args: Classes[]) => logged.push(...args) })
    return logged
  }

  /** A class whose hash begins with a digit is escaped: https://www.w3.org/TR/css-syntax-3/#escaping */
  const withoutEscapes = (css: string) =>
    css.replace(/\\([\da-f]+) ?/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))

  test('gives a class the same name in both bundles, in tests and in the stylesheet', async () => {
    const [here, other] = await namesIn('browser')
    expect(await namesIn('node')).toEqual([here, other])
    expect(Object.keys(here ?? {})).toEqual(['big-card', 'card']) // The same order in each build.
    const inTests = await import(/* @vite-ignore */ join(folder, 'price.module.css'))
    expect(inTests.default).toEqual(here)
    const { imported } = await bundle(folder)
    const text = withoutEscapes((await stylesheet.rebuild(imported)).text)
    expect(text).toContain(`.${here?.card}{top:1px}`)
    expect(text).toContain(`.${here?.['big-card']}{top:2px}`)
    expect(text).toContain(`.${other?.card}{top:4px}`)
    expect(here?.card).not.toBe(other?.card)
  })
})

test('a mistake in a CSS module is reported with its location too', async () => {
  const files = {
    'page.ts': "import './page.module.css'",
    'page.module.css': '.a {\n  top: 0;\n}\n.a:foo {\n}',
  }
  await expect(styleOf(files)).rejects.toMatchObject({
    errors: [{ location: { file: expect.stringMatching(/page\.module\.css$/), line: 4 } }],
  })
})

test('composes in a CSS module fails the build with its line and what to write instead', async () => {
  const files = {
    'page.ts': "import './page.module.css'",
    'page.module.css': '.box {\n  top: 0;\n}\n.card {\n  composes: box;\n}',
  }
  await expect(styleOf(files)).rejects.toMatchObject({
    errors: [
      {
        text: expect.stringContaining('composes is not bundled: name both classes'),
        location: { file: expect.stringMatching(/page\.module\.css$/), line: 5 },
      },
    ],
  })
})

test('a stylesheet finds a picture whose name is in NFD on disk, as on a Mac', async () => {
  const { text, files } = await styleOf({
    'page.ts': "import './page.css'",
    'page.css': 'a { background: url("./Türen.svg#left") }'.normalize('NFC'),
    ['Türen.svg'.normalize('NFD')]: '<svg xmlns="http://www.w3.org/2000/svg"/>',
  })
  expect(text.normalize('NFC')).toMatch(/\/assets\/Türen-[A-Z0-9]{8}\.svg#left\b/)
  const paths = files.map(({ path }) => path.normalize('NFC'))
  expect(paths).toContainEqual(expect.stringMatching(/Türen-[A-Z0-9]{8}\.svg$/))
})
