// What has a slash on each system, where Windows writes a backslash: addresses, rows, and the names in messages.
import { win32 } from 'node:path'
import { expect, test, vi } from 'vitest'
import { isOfPackage } from '../../scripts/bundle/styles.ts'

/** The module as it is on Windows. The query makes it another module than that of the other tests. */
const paths = '../../server/paths.ts?windows'
vi.doMock('node:path', () => ({ ...win32, default: win32 }))
const { nameIn }: typeof import('../../server/paths.ts') = await import(paths)
vi.doUnmock('node:path')

test('a file of a folder has its name with slashes on Windows', () => {
  expect(nameIn('C:\\site', 'C:\\site\\shared\\site\\pages\\home.tsx')).toBe('shared/site/pages/home.tsx')
})

test('a stylesheet of a package is known by its path on Windows', () => {
  expect(isOfPackage('C:\\site\\node_modules\\carousel\\carousel.css')).toBe(true)
  expect(isOfPackage('C:\\site\\shared\\site\\pages\\home.css')).toBe(false)
})
