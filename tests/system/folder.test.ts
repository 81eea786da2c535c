import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const module = pathToFileURL(join(import.meta.dirname, '../../scripts/write/replace-folder.ts'))

let parent: string
const children: ChildProcess[] = []
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'folder-test-'))
})
afterEach(async () => {
  for (const child of children.splice(0)) if (child.kill('SIGKILL')) await once(child, 'exit')
  rmSync(parent, { recursive: true })
})
const index = () => readFileSync(join(parent, 'dist/index.html'), 'utf8')

/** Starts a process in which `replace(text)` replaces the folder. Resolves at its first output. */
async function run(code: string): Promise<ChildProcess> {
  const script = `
    import fs, { mkdirSync, writeFileSync } from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    import { replaceFolder } from '${module}'
    const fill = (text, then = () => {}) => async fresh => {
      mkdirSync(fresh + '/assets')
      writeFileSync(fresh + '/index.html', text)
      await then()
    }
    const replace = (...args) => replaceFolder(${JSON.stringify(join(parent, 'dist'))}, fill(...args))
    const never = () => { console.log('waiting'); return new Promise(() => setInterval(() => {}, 1000)) }
    ${code}`
  const args = ['--import', 'tsx', '--input-type=module', '--eval', script]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  await once(child.stdout, 'data')
  return child
}

test('a reader finds whole files in a folder that is replaced again and again', async () => {
  const child = await run(`await replace('<p>0</p>')
    console.log('begun')
    for (let i = 1; i < 50; i++) await replace('<p>' + i + '</p>')`)
  const seen = new Set<string>()
  for (const exited = once(child, 'exit').then(() => true); ; ) {
    try {
      seen.add(index())
    } catch {} // Between the two renames.
    if (await Promise.race([exited, new Promise(next => setImmediate(next, false))])) break
  }
  for (const text of seen) expect(text).toMatch(/^<p>\d+<\/p>$/)
  expect(index()).toBe('<p>49</p>')
  expect(readdirSync(parent)).toEqual(['dist'])
})

test('the new folder is in its place before anything of the old one is removed', async () => {
  await run(`await replace('old'); console.log('done')`)
  await run(`fs.promises.rm = never; syncBuiltinESMExports(); await replace('new')`)
  expect(index()).toBe('new')
})

test('a run that was killed leaves the last good folder, and the next run removes what it left', async () => {
  await run(`await replace('good'); console.log('done')`)
  const killed = await run(`await replace('half', never)`)
  const stillRunning = await run(`await replace('other', never)`)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  expect(index()).toBe('good')
  expect(readdirSync(parent)).toHaveLength(3)
  await run(`await replace('better'); console.log('done')`)
  expect(index()).toBe('better')
  expect(readdirSync(parent)).toEqual(['dist', expect.stringContaining(`-${stillRunning.pid}-`)])
})

test('a run that fails changes nothing and leaves nothing', async () => {
  await run(`await replace('good')
    await replace('bad', () => { throw new Error('bad') }).catch(error => console.log(error.message))`)
  expect(index()).toBe('good')
  expect(readdirSync(parent)).toEqual(['dist'])
})

test('a proxy of another user can read what was written, whatever the umask', async () => {
  await run(`process.umask(0o077); await replace('page'); console.log('written')`)
  const modeOf = (name: string) => (statSync(join(parent, 'dist', name)).mode & 0o777).toString(8)
  expect(['', 'assets', 'index.html'].map(modeOf)).toEqual(['755', '755', '644'])
})
