// What `npm run dev` writes after an edit: what has changed, and nothing else.
import { mkdtempSync, readdirSync, readFileSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createWriter } from '../../scripts/dev/write-changed.ts'

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
