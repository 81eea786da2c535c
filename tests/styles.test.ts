import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BuildFailure, build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { target } from '../scripts/build/browsers.ts'
import { styles } from '../scripts/build/styles.ts'
import { readAssets } from '../server/assets.ts'
import { build as buildFolder } from './support/folders.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'styles-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Builds one stylesheet as the site builds its own. */
async function bundle(css: string): Promise<string> {
  const file = join(folder, 'page.css')
  await writeFile(file, css)
  const { outputFiles } = await build({
    entryPoints: [file],
    plugins: [styles],
    target,
    bundle: true,
    minify: true,
    write: false,
    logLevel: 'silent',
  })
  return outputFiles[0]?.text ?? ''
}

describe('a stylesheet', () => {
  test.each([
    ['nesting', 'a { &:hover { top: 0 } }', /^a:hover\{/],
    ['a range', '@media (width >= 40rem) { a { top: 0 } }', /min-width:40rem/],
    ['a colour', 'a { color: oklch(0.575 0.22 31) }', /^a\{color:#dd2308\}\s*$/],
    [
      'both schemes',
      ':root { color-scheme: light dark; --a: light-dark(#000, #fff) }',
      /prefers-color-scheme:dark/,
    ],
  ])('is lowered for the oldest browsers: %s', async (_what, css, lowered) => {
    const text = await bundle(css)
    expect(text).toMatch(lowered)
    expect(text).not.toMatch(/&|>=|oklch|light-dark\(/)
  })

  test.each([
    ['a brace too many', 'a {\n  top: 0;\n}\n\n::after {{ top: 0 }', 5],
    ['an unclosed block', 'a {\n  top: 0;', 2],
    ['an unknown property', 'a {\n  colr: red;\n}', 2],
    ['an unknown at-rule', 'a {\n  top: 0;\n}\n@foo;', 4],
    ['an unknown pseudo-class', 'a:foo {\n  top: 0;\n}', 1],
    ['a file that is not there', 'a {\n  background: url(./missing.png);\n}', 2],
  ])('fails the build with its file and line at %s', async (_what, css, line) => {
    const { errors } = await bundle(css).then(
      () => ({ errors: [] }),
      (failure: BuildFailure) => failure,
    )
    expect(errors[0]?.location).toMatchObject({ file: expect.stringMatching(/page\.css$/), line })
  })
})

/**
 * Chrome 109, Firefox 115 and Safari 15.6 know these, or skip them whole: container and scroll-state queries,
 * @starting-style and transitions between pages.
 */
const known = {
  'at-rules': /^(container|font-face|keyframes|layer|media|starting-style|supports|view-transition)$/,
  'media queries':
    /^(\((min|max)-(width|height):[\d.]+(px|em|rem)\)|\((prefers-[a-z-]+|forced-colors|orientation)(:[a-z-]+)?\)|print|screen|and| |,)+$/,
  functions:
    /^(attr|calc|clamp|cubic-bezier|format|has|inset|is|linear-gradient|local|max|min|minmax|not|repeat|rotate|scroll-state|selector|translateY|url|var|view-transition-(group|image-pair|new|old))$/,
}

describe('the style that was built', () => {
  const { style } = readAssets(buildFolder)
  const all = (pattern: RegExp) => [...new Set([...style.matchAll(pattern)].map(([, found = '']) => found))]

  test.each([
    ['at-rules', all(/@([\w-]+)/g)],
    ['media queries', all(/@media ?([^{]+)\{/g)],
    ['functions', all(/([\w-]+)\(/g).filter(name => !/^(and|or|not)$/.test(name))],
  ] as const)('has only %s for the oldest browsers', (kind, found) => {
    expect(found).not.toHaveLength(0)
    expect(found.filter(each => !known[kind].test(each))).toEqual([])
  })

  test('has no nesting', () => {
    expect(style).not.toContain('&')
  })
})
