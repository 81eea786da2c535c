// Which files of shared/site/public/ are published.
import { mkdirSync, mkdtempSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readPublicFiles } from '../../../scripts/media/public-files.ts'

const newFolder = () => mkdtempSync(join(tmpdir(), 'public-test-'))

test('a symbolic link is published as the file or folder that it points to', async () => {
  const [folder, elsewhere] = [newFolder(), newFolder()]
  mkdirSync(join(elsewhere, 'press'))
  writeFileSync(join(elsewhere, 'press/logo.txt'), 'logo')
  symlinkSync(join(elsewhere, 'press/logo.txt'), join(folder, 'linked.txt'))
  symlinkSync(join(elsewhere, 'press'), join(folder, 'press'), 'junction')
  const files = await readPublicFiles(folder)
  expect(Object.fromEntries(Array.from(files, ([name, body]) => [name, `${body}`]))).toEqual({
    'linked.txt': 'logo',
    'press/logo.txt': 'logo',
  })
})

test('a file that Node can’t read, such as one of more than 2 GiB, is rejected by name', async () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'film.mp4'), '')
  truncateSync(join(folder, 'film.mp4'), 2 ** 31 + 1) // A sparse file takes no space on disk.
  await expect(readPublicFiles(folder)).rejects.toMatchObject({
    name: 'UserError',
    message: expect.stringMatching(/^shared\/site\/public\/film\.mp4: .*greater than 2 GiB/),
  })
})

test('the files that macOS and Windows leave in folders aren’t published', async () => {
  const folder = newFolder()
  mkdirSync(join(folder, 'press'))
  for (const name of ['.DS_Store', 'press/.DS_Store', 'press/._logo.txt', 'Thumbs.db', 'desktop.ini'])
    writeFileSync(join(folder, name), '')
  mkdirSync(join(folder, '.well-known'))
  writeFileSync(join(folder, '.well-known/passkeys'), '{}')
  expect([...(await readPublicFiles(folder)).keys()]).toEqual(['.well-known/passkeys'])
})
