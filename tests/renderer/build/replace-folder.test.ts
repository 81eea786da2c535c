// dist/ and build/ are replaced at once: a reader finds the old site or the new one, whatever fails, is killed or runs twice.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FILE_SYSTEM, type FileSystem, replaceFolder } from '../../../scripts/write/replace-folder.ts'

let parent: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'folder-test-'))
})
// Other tests run in this process.
const umask = process.umask()
afterEach(() => void process.umask(umask))

/** What a reader finds. */
const index = () => {
  const file = join(parent, 'dist/index.html')
  return existsSync(file) ? readFileSync(file, 'utf8') : 'nothing'
}
const left = () => readdirSync(parent).filter(name => name !== 'dist')

const write = (folder: string, text: string) => {
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'index.html'), text)
}
/** Replaces the folder by one with a text. */
const replace = (text: string, system?: Partial<FileSystem>) =>
  replaceFolder(join(parent, 'dist'), async fresh => write(fresh, text), { ...FILE_SYSTEM, ...system })
const replaceByFailure = (system?: Partial<FileSystem>) =>
  replaceFolder(join(parent, 'dist'), () => Promise.reject(new Error('bad')), { ...FILE_SYSTEM, ...system })

/** A file system on which renaming fails, the given times. */
function failingAt(...failing: number[]): Partial<FileSystem> {
  let renamed = 0
  return {
    rename(from, to) {
      renamed++
      if (failing.includes(renamed))
        throw Object.assign(new Error('a scanner holds a file'), { code: 'EPERM' })
      FILE_SYSTEM.rename(from, to)
    },
  }
}

test('a reader finds the old files or the new ones, and none only between two renames', async () => {
  await replace('old')
  const seen: string[] = []
  await replace('new', {
    rename(from, to) {
      seen.push(`${index()} before a rename`)
      FILE_SYSTEM.rename(from, to)
    },
    async remove(folder) {
      seen.push(`${index()} before a removal`)
      await FILE_SYSTEM.remove(folder)
    },
  })
  expect(seen).toEqual([
    'old before a rename',
    'nothing before a rename',
    'new before a removal',
    'new before a removal',
  ])
  expect({ index: index(), left: left() }).toEqual({ index: 'new', left: [] })
})

test('a run that fails changes nothing and leaves nothing', async () => {
  await replace('good')
  await expect(replaceByFailure()).rejects.toThrow('bad')
  expect({ index: index(), left: left() }).toEqual({ index: 'good', left: [] })
})

test('a run that fails while one of its files is still being written leaves nothing', async () => {
  const names = Array.from({ length: 100 }, (_, n) => `${n}.html`)
  /** Writes one more file while the others are being removed. */
  function writeLate(fresh: string): void {
    try {
      if (readdirSync(fresh).length === names.length) setImmediate(writeLate, fresh)
      else writeFileSync(join(fresh, 'late.html'), 'late')
    } catch {} // The folder is gone already.
  }
  const failing = replaceFolder(join(parent, 'dist'), async fresh => {
    for (const name of names) writeFileSync(join(fresh, name), '')
    writeLate(fresh)
    throw new Error('bad')
  })
  await expect(failing).rejects.toThrow('bad')
  expect(left()).toEqual([])
})

test.each([1, 2])('where rename number %i fails, the old folder is in its place', async failing => {
  await replace('old')
  await expect(replace('new', failingAt(failing))).rejects.toThrow('a scanner holds a file')
  expect({ index: index(), left: left() }).toEqual({ index: 'old', left: [] })
})

test('where the old folder cannot be put back either, the next run puts it back', async () => {
  await replace('old')
  await expect(replace('new', failingAt(2, 3))).rejects.toThrow('a scanner holds a file')
  expect(left()).toEqual([expect.stringMatching(/^dist-\d+-\w{6}-old$/)])
  await expect(replaceByFailure({ isRunning: () => false })).rejects.toThrow('bad')
  expect({ index: index(), left: left() }).toEqual({ index: 'old', left: [] })
})

describe('after a run that was killed', () => {
  const KILLED = { isRunning: () => false }
  const leave = (name: string, text: string) => write(join(parent, name), text)

  test('between its two renames, the next run puts the old folder back before anything else', async () => {
    leave('dist-123-abcdef', 'new')
    leave('dist-123-abcdef-old', 'old')
    let found = ''
    const failing = replaceFolder(
      join(parent, 'dist'),
      async () => {
        found = index()
        throw new Error('bad')
      },
      { ...FILE_SYSTEM, ...KILLED },
    )
    await expect(failing).rejects.toThrow('bad')
    expect({ found, index: index(), left: left() }).toEqual({ found: 'old', index: 'old', left: [] })
  })

  test.each([
    ['while it wrote', ['dist-123-abcdef']],
    ['while it removed the old folder', ['dist-123-abcdef-old']],
  ])('%s, the next run removes what it has left', async (_, names) => {
    await replace('good')
    for (const name of names) leave(name, 'half')
    await expect(replaceByFailure(KILLED)).rejects.toThrow('bad')
    expect({ index: index(), left: left() }).toEqual({ index: 'good', left: [] })
  })

  test('what belongs to a run that goes on, or to nobody, is left alone', async () => {
    const others = [
      'dist-123-abcdef',
      'dist-123-abcdef-old',
      'dist-2024',
      'dist-old',
      'dist-2026-november',
      'distant-123-abcdef',
      'site-124-abcdef',
    ]
    for (const name of others) leave(name, 'of another run')
    await replace('new', { isRunning: pid => pid === 123 })
    expect({ index: index(), left: left().sort() }).toEqual({ index: 'new', left: others.sort() })
  })
})

describe('of two runs at once', () => {
  test('the second to end replaces the whole of the first', async () => {
    await replaceFolder(join(parent, 'dist'), async fresh => {
      write(fresh, 'second')
      await replace('first')
      expect(index()).toBe('first')
    })
    expect({ index: index(), left: left() }).toEqual({ index: 'second', left: [] })
  })

  test.each([
    ['before the first rename', 1],
    ['between the two renames', 2],
  ])(
    'one that meets the other %s ends with one line, and the other one’s result is whole',
    async (_, step) => {
      await replace('old')
      const aside = join(parent, 'aside')
      let renamed = 0
      const meeting = replace('this', {
        rename(from, to) {
          renamed++
          if (renamed === step) {
            // The other run is at the same place: it has moved the old folder away, and puts its own there.
            if (step === 1) FILE_SYSTEM.rename(join(parent, 'dist'), aside)
            else write(join(parent, 'dist'), 'other')
          }
          if (step === 1 && renamed === 2) write(join(parent, 'dist'), 'other')
          FILE_SYSTEM.rename(from, to)
        },
      })
      await expect(meeting).rejects.toMatchObject({
        name: 'UserError',
        message: `${join(parent, 'dist')} has been replaced by another run at the same time: run this again`,
      })
      expect(index()).toBe('other')
      expect(left().filter(name => name !== 'aside')).toEqual([])
    },
  )
})

test('a proxy of another user can read what was written, whatever the umask', async () => {
  process.umask(0o077) // replaceFolder sets it anew.
  await replace('page')
  const modeOf = (name: string) => (statSync(join(parent, 'dist', name)).mode & 0o777).toString(8)
  expect({ folder: modeOf(''), inner: modeOf('assets'), file: modeOf('index.html') }).toEqual({
    folder: '755',
    inner: '755',
    file: '644',
  })
})
