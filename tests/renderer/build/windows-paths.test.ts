// What has a slash on each system, where Windows writes a backslash: addresses, routes, and the names in messages.
import { win32 } from 'node:path'
import * as url from 'node:url'
import { expect, test, vi } from 'vitest'
import { isOfPackage } from '../../../scripts/bundle/styles/lower-styles.ts'

/** The modules as they are on Windows. The query makes each another module than that of the other tests. */
const paths = '../../../server/lib/file-names.ts?windows'
const errors = '../../../scripts/lib/explain-error.ts?windows'
const pathToFileURL = (path: string) => url.pathToFileURL(path, { windows: true })
vi.doMock('node:path', () => ({ ...win32, default: win32 }))
vi.doMock('node:url', () => ({ ...url, pathToFileURL }))
vi.doMock('../../../scripts/lib/root.ts', () => ({ root: 'C:\\my site' }))
const { nameIn }: typeof import('../../../server/lib/file-names.ts') = await import(paths)
const { withProjectPaths }: typeof import('../../../scripts/lib/explain-error.ts') = await import(errors)
for (const mocked of ['node:path', 'node:url', '../../../scripts/lib/root.ts']) vi.doUnmock(mocked)

test('a file of a folder has its name with slashes on Windows', () => {
  expect(nameIn('C:\\site', 'C:\\site\\shared\\site\\pages\\home.tsx')).toBe('shared/site/pages/home.tsx')
})

test('a stylesheet of a package is known by its path on Windows', () => {
  expect(isOfPackage('C:\\site\\node_modules\\carousel\\carousel.css')).toBe(true)
  expect(isOfPackage('C:\\site\\shared\\site\\pages\\home.css')).toBe(false)
})

test('a stack has the files as the project has them on Windows, in a folder with a space', () => {
  const stack = 'Error\n at a (file:///C:/my%20site/server/a.ts:1:2)\n at b (C:\\my site\\scripts\\b.cjs:3:4)'
  expect(withProjectPaths(stack)).toBe('Error\n at a (server/a.ts:1:2)\n at b (scripts\\b.cjs:3:4)')
})
