// dist/ and build/ are replaced atomically: a reader finds the old site or the new one, even if a run fails, is killed or
// overlaps another.
import { spawnSync } from 'node:child_process'
import fs, {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { replaceFolders } from '../../../scripts/write/replace-folders.ts'

let parent: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'folder-test-'))
})
// Other tests share this process.
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
/** Replaces the folder with one that contains this text. */
const replace = (text: string) => replaceFolders([join(parent, 'dist')], async fresh => write(fresh, text))
const replaceByFailure = () => replaceFolders([join(parent, 'dist')], () => Promise.reject(new Error('bad')))

const rename = fs.renameSync

/** Calls a function with its number before each rename. */
function beforeRenaming(act: (step: number) => void): void {
  let steps = 0
  vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
    act(++steps)
    rename(from, to)
  })
  syncBuiltinESMExports() // Named imports see the mock too.
  onTestFinished(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })
}

test('a reader finds the old files or the new ones, and nothing only between two renames', async () => {
  await replace('old')
  const seen: string[] = []
  beforeRenaming(() => seen.push(index()))
  await replace('new')
  expect([...seen, index()]).toEqual(['old', 'nothing', 'new'])
  expect(left()).toEqual([])
})

test('a run that fails changes nothing and leaves no files behind', async () => {
  await replace('good')
  await expect(replaceByFailure()).rejects.toThrow('bad')
  expect({ index: index(), left: left() }).toEqual({ index: 'good', left: [] })
})

test('a run that fails while it is still writing a file leaves nothing behind', async () => {
  const names = Array.from({ length: 100 }, (_, n) => `${n}.html`)
  /** Writes one more file while the others are being removed. */
  function writeLate(fresh: string): void {
    try {
      if (readdirSync(fresh).length === names.length) setImmediate(writeLate, fresh)
      else writeFileSync(join(fresh, 'late.html'), 'late')
    } catch {} // The folder is already gone.
  }
  const failing = replaceFolders([join(parent, 'dist')], async fresh => {
    for (const name of names) writeFileSync(join(fresh, name), '')
    writeLate(fresh)
    throw new Error('bad')
  })
  await expect(failing).rejects.toThrow('bad')
  expect(left()).toEqual([])
})

describe('build/ and dist/ together', () => {
  const names = ['build', 'dist']
  /** What a reader finds in both. */
  const both = () =>
    Object.fromEntries(
      names.map(name => {
        const file = join(parent, name, 'index.html')
        return [name, existsSync(file) ? readFileSync(file, 'utf8') : 'nothing']
      }),
    )
  const replaceBoth = (text: string) =>
    replaceFolders(
      names.map(name => join(parent, name)),
      async (...fresh) => {
        for (const folder of fresh) write(folder, text)
      },
    )
  const all = (text: string) => ({ build: text, dist: text })

  test('are never from two different runs, even between renames', async () => {
    await replaceBoth('old')
    const seen: object[] = []
    beforeRenaming(() => seen.push(both()))
    await replaceBoth('new')
    expect([...seen, both()]).toEqual([
      all('old'),
      { build: 'nothing', dist: 'old' },
      all('nothing'),
      { build: 'new', dist: 'nothing' },
      all('new'),
    ])
    expect(readdirSync(parent).sort()).toEqual(names)
  })

  test.each([1, 2, 3, 4])('stay the old ones if rename number %i fails', async failing => {
    await replaceBoth('old')
    beforeRenaming(step => {
      if (step === failing) throw Object.assign(new Error('a scanner holds a file'), { code: 'EPERM' })
    })
    await expect(replaceBoth('new')).rejects.toThrow('a scanner holds a file')
    expect(both()).toEqual(all('old'))
    expect(readdirSync(parent).sort()).toEqual(names)
  })

  test('are both missing if the second of two new folders can’t be moved into place', async () => {
    beforeRenaming(step => {
      if (step === 4) throw new Error('a scanner holds a file')
    })
    await expect(replaceBoth('new')).rejects.toThrow('a scanner holds a file')
    expect(readdirSync(parent)).toEqual([])
  })

  test('are both the other run’s if it moves its own into place in between', async () => {
    await replaceBoth('old')
    beforeRenaming(step => {
      if (step === 3) for (const name of names) write(join(parent, name), 'other')
    })
    await expect(replaceBoth('this')).rejects.toThrow(
      'build has been replaced by another run at the same time: run this again',
    )
    expect(both()).toEqual(all('other'))
    expect(readdirSync(parent).sort()).toEqual(names)
  })
})

describe('after a run was killed', () => {
  /** The id of a process that has ended. */
  const { pid: killed } = spawnSync(process.execPath, ['--version'])
  const leave = (name: string, text: string) => write(join(parent, name), text)

  test.each([
    ['while writing', 'abcdef'],
    ['while removing the old folder', 'abcdef-old'],
  ])('%s, the next run removes its leftovers', async (_, name) => {
    await replace('good')
    leave(`dist-${killed}-${name}`, 'half')
    await expect(replaceByFailure()).rejects.toThrow('bad')
    expect({ index: index(), left: left() }).toEqual({ index: 'good', left: [] })
  })

  test('the next run leaves alone folders of a running process, and unrelated ones', async () => {
    const others = [
      `dist-${process.ppid}-abcdef`,
      `dist-${process.ppid}-abcdef-old`,
      'dist-2024',
      'dist-old',
      'dist-2026-november',
      `distant-${killed}-abcdef`,
      `site-${killed}-abcdef`,
    ]
    for (const name of others) leave(name, 'of another run')
    await replace('new')
    expect({ index: index(), left: left().sort() }).toEqual({ index: 'new', left: others.sort() })
  })
})

describe('two concurrent runs:', () => {
  test('the one that finishes second replaces the first one’s folder completely', async () => {
    await replaceFolders([join(parent, 'dist')], async fresh => {
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
    'one that collides with the other %s fails with one line, and leaves the other’s result intact',
    async (_, step) => {
      await replace('old')
      const aside = join(parent, 'aside')
      beforeRenaming(renaming => {
        // The other run is at the same step: it has moved the old folder away, and puts its own there.
        if (renaming === 1 && step === 1) rename(join(parent, 'dist'), aside)
        if (renaming === 2) write(join(parent, 'dist'), 'other')
      })
      await expect(replace('this')).rejects.toMatchObject({
        name: 'UserError',
        message: `${join(parent, 'dist')} has been replaced by another run at the same time: run this again`,
      })
      expect(index()).toBe('other')
      expect(left().filter(name => name !== 'aside')).toEqual([])
    },
  )
})

test('the folders are readable by other users, such as a proxy’s, whatever the umask', async () => {
  process.umask(0o077) // replaceFolders sets its own.
  await replace('page')
  const modeOf = (name: string) => (statSync(join(parent, 'dist', name)).mode & 0o777).toString(8)
  expect({ folder: modeOf(''), inner: modeOf('assets'), file: modeOf('index.html') }).toEqual({
    folder: '755',
    inner: '755',
    file: '644',
  })
})
