import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { target } from '../../scripts/bundle/browsers.ts'
import { styles } from '../../scripts/bundle/styles.ts'
import { manifest } from '../support/fixture-site.ts'

const folder = mkdtempSync(join(tmpdir(), 'styles-'))

/** Builds one stylesheet as the site builds its own. */
async function bundle(css: string): Promise<string> {
  const file = join(folder, 'page.css')
  writeFileSync(file, css)
  const plugins = [styles]
  const options = { target, bundle: true, minify: true, write: false, logLevel: 'silent' } as const
  const { outputFiles } = await build({ entryPoints: [file], plugins, ...options })
  return outputFiles[0]?.text ?? ''
}

test.each([
  ['nesting', 'a { &:hover { top: 0 } }', /^a:hover\{top:0?\}/],
  ['a range', '@media (width >= 40rem) { a { top: 0 } }', /^@media ?\(min-width:40rem\)\{/],
  ['a colour', 'a { color: oklch(0.575 0.22 31) }', /^a\{color:#dd2308\}\s*$/],
  [
    'a colour of each scheme',
    ':root { color-scheme: light dark; --a: light-dark(#000, #fff) }',
    /prefers-color-scheme:dark/,
  ],
])('a stylesheet is lowered for the oldest browsers: %s', async (_, css, lowered) => {
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
  ['a missing file', 'a {\n  background: url(./missing.png);\n}', 2],
])('a stylesheet fails the build with its file and line at %s', async (_what, css, line) => {
  const location = { file: expect.stringMatching(/page\.css$/), line }
  const path = ['errors', 0, 'location']
  await expect(bundle(css)).rejects.toHaveProperty(path, expect.objectContaining(location))
})

// Known to Chrome 109, Firefox 115 and Safari 15.6, or skipped by them as a whole.
test.each([
  ['at-rules', /@([\w-]+)/g, /^(font-face|keyframes|layer|media|supports)$/],
  [
    'media queries',
    /@media ?([^{]+)\{/g,
    /^(\((min|max)-(width|height):[\d.]+(px|em|rem)\)|\((prefers-[a-z-]+|forced-colors|orientation)(:[a-z-]+)?\)|print|screen|and| |,)+$/,
  ],
  [
    'functions',
    /(?<![\w-])(?!(?:and|or|not)\()([\w-]+)\(/g,
    /^(attr|calc|clamp|cubic-bezier|format|has|inset|is|linear-gradient|local|max|min|minmax|not|repeat|rotate|selector|translateY|url|var)$/,
  ],
])('the style of a site has only %s that the oldest browsers know', (_, pattern, known) => {
  const found = [...new Set([...manifest.style.matchAll(pattern)].map(([, name = '']) => name))]
  expect(found).not.toHaveLength(0)
  expect(found.filter(name => !known.test(name))).toEqual([])
})
