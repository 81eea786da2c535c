// Names with slashes on Windows too, which writes backslashes: file names, stylesheets of packages, and stacks.
import { win32 } from 'node:path'
import * as url from 'node:url'
import { expect, test, vi } from 'vitest'
import { isInNodeModules } from '../../../scripts/lib/is-in-node-modules.ts'

/** The modules as they run on Windows. The query makes each a separate instance from the other tests' module. */
const paths = '../../../server/lib/file-names.ts?windows'
const errors = '../../../scripts/lib/explain-error.ts?windows'
const pathToFileURL = (path: string) => url.pathToFileURL(path, { windows: true })
vi.doMock('node:path', () => ({ ...win32, default: win32 }))
vi.doMock('node:url', () => ({ ...url, pathToFileURL }))
vi.doMock('../../../scripts/lib/root.ts', () => ({ root: 'C:\\my site' }))
const { nameIn }: typeof import('../../../server/lib/file-names.ts') = await import(paths)
const { withProjectPaths }: typeof import('../../../scripts/lib/explain-error.ts') = await import(errors)
for (const mocked of ['node:path', 'node:url', '../../../scripts/lib/root.ts']) vi.doUnmock(mocked)

test('a file’s name in a folder has slashes on Windows', () => {
  expect(nameIn('C:\\site', 'C:\\site\\shared\\site\\pages\\home.tsx')).toBe('shared/site/pages/home.tsx')
})

test('a package’s stylesheet is recognized by its path on Windows', () => {
  expect(isInNodeModules('C:\\site\\node_modules\\carousel\\carousel.css')).toBe(true)
  expect(isInNodeModules('C:\\site\\shared\\site\\pages\\home.css')).toBe(false)
})

test('a stack on Windows has project paths, even if the folder’s name has a space', () => {
  const stack = 'Error\n at a (file:///C:/my%20site/server/a.ts:1:2)\n at b (C:\\my site\\scripts\\b.cjs:3:4)'
  expect(withProjectPaths(stack)).toBe('Error\n at a (server/a.ts:1:2)\n at b (scripts\\b.cjs:3:4)')
})
