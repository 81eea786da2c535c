// What `npm run dev` writes after an edit: what has changed, and nothing else; and of the server its own files alone.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { libraries } from '../../scripts/bundle/libraries.ts'
import { createWriter } from '../../scripts/dev/write-changed.ts'
import { root } from '../support/folders.ts'

const filesOf = (texts: Record<string, string>) =>
  new Map(Object.entries(texts).map(([name, text]) => [name, Buffer.from(text)]))

test('development writes what an edit has changed, removes what is gone, and leaves a video alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dev-test-'))
  const write = createWriter(folder)
  await write(filesOf({ 'public/tour.mp4': 'film', 'start.js': 'one', 'public/old.txt': 'old' }))
  for (const name of ['public/tour.mp4', 'start.js']) utimesSync(join(folder, name), 1000, 1000)
  await write(filesOf({ 'public/tour.mp4': 'film', 'start.js': 'two', 'public/new.txt': 'new' }))
  const isOld = (name: string) => statSync(join(folder, name)).mtimeMs === 1_000_000
  expect({
    names: readdirSync(join(folder, 'public')).sort(),
    film: { isOld: isOld('public/tour.mp4') },
    program: { isOld: isOld('start.js'), text: readFileSync(join(folder, 'start.js'), 'utf8') },
  }).toEqual({
    names: ['new.txt', 'tour.mp4'],
    film: { isOld: true },
    program: { isOld: false, text: 'two' },
  })
})

test.each([
  { from: 'server/a.ts', imported: 'express', isBundled: false },
  { from: 'server/a.ts', imported: 'react-dom/server', isBundled: false },
  { from: 'server/a.ts', imported: './errors.ts', isBundled: true },
  { from: 'shared/a.ts', imported: 'react', isBundled: false },
  { from: 'shared/a.ts', imported: 'react/jsx-runtime', isBundled: false },
  { from: 'shared/a.ts', imported: 'react-dom', isBundled: false },
  { from: 'shared/a.ts', imported: 'react-router', isBundled: false },
  { from: 'shared/a.ts', imported: 'react-dom/server', isBundled: false },
  // Node itself loads no stylesheet of a package.
  { from: 'shared/a.ts', imported: 'react-remove-scroll', isBundled: true },
  { from: 'shared/a.ts', imported: '@radix-ui/react-dialog', isBundled: true },
])(
  'the bundle of $from in development has $imported in it: $isBundled',
  async ({ from, imported, isBundled }) => {
    const sourcefile = join(root, from)
    const { metafile } = await build({
      stdin: { contents: `export * from '${imported}'`, resolveDir: join(sourcefile, '..'), sourcefile },
      absWorkingDir: root,
      bundle: true,
      write: false,
      metafile: true,
      format: 'esm',
      platform: 'node',
      logLevel: 'silent',
      plugins: [libraries],
    })
    const external = Object.values(metafile.outputs).flatMap(({ imports }) =>
      imports.filter(each => each.external).map(({ path }) => path),
    )
    expect(!external.includes(imported)).toBe(isBundled)
  },
)

test('development builds on where its folder was emptied by somebody else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dev-test-'))
  const write = createWriter(folder)
  await write(filesOf({ 'old.txt': 'old' }))
  rmSync(folder, { recursive: true })
  await write(filesOf({ 'new.txt': 'new' }))
  expect(readdirSync(folder)).toEqual(['new.txt'])
})

test('development writes a file that was removed when it comes back', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dev-test-'))
  const write = createWriter(folder)
  const seen: string[][] = []
  for (const files of [{ 'a.txt': 'a' }, {}, { 'a.txt': 'a' }]) {
    await write(filesOf(files))
    seen.push(readdirSync(folder))
  }
  expect(seen).toEqual([['a.txt'], [], ['a.txt']])
})
