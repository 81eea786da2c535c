import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { replaceFolder } from '../../scripts/write/replace-folder.ts'

vi.mock('node:fs/promises', { spy: true })

let parent: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'folder-test-'))
})
const index = () => readFileSync(join(parent, 'dist/index.html'), 'utf8')

/** Replaces the folder by one with a text, and does something more before that is in its place. */
const replace = (text: string, then = async () => {}) =>
  replaceFolder(join(parent, 'dist'), async fresh => {
    mkdirSync(join(fresh, 'assets'))
    writeFileSync(join(fresh, 'index.html'), text)
    await then()
  })

test('a reader finds the old files until the new ones are complete, and before any of the old is removed', async () => {
  await replace('old')
  const seen: string[] = []
  const removing = vi.mocked(rm).mockImplementation(async () => void seen.push(index()))
  onTestFinished(() => void removing.mockReset())
  await replace('new', async () => void seen.push(index()))
  expect([seen[0], new Set(seen.slice(1))]).toEqual(['old', new Set(['new'])])
})

test('what a run that was killed has left is removed by the next one, and that of a running one is not', async () => {
  const temporary = () => readdirSync(parent).filter(name => name !== 'dist')
  await replace('half')
  await replace('other', async () => {
    const [running = ''] = temporary()
    // Linux gives no process so high an id.
    mkdirSync(join(parent, running.replace(`${process.pid}`, '99999999')))
    await replace('better')
    expect(index()).toBe('better')
    expect(temporary()).toEqual([running])
  })
})

test('a run that fails changes nothing and leaves nothing', async () => {
  await replace('good')
  const failing = replace('bad', () => Promise.reject(new Error('bad')))
  await expect(failing).rejects.toThrow('bad')
  expect(index()).toBe('good')
  expect(readdirSync(parent)).toEqual(['dist'])
})

test('a proxy of another user can read what was written, whatever the umask', async () => {
  process.umask(0o077)
  await replace('page')
  const modeOf = (name: string) => (statSync(join(parent, 'dist', name)).mode & 0o777).toString(8)
  expect(['', 'assets', 'index.html'].map(modeOf)).toEqual(['755', '755', '644'])
})
