import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from './support/server.ts'

let parent: string
let folder: string
const children: ChildProcess[] = []
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'folder-test-'))
  folder = join(parent, 'dist')
})
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.kill('SIGKILL')) await once(child, 'exit')
  }
  rmSync(parent, { recursive: true })
})

/** Starts a process that runs `code`, in which `replace(fill)` replaces the folder. Resolves at its first output. */
async function run(code: string): Promise<ChildProcess> {
  const script = `
    import fs, { writeFileSync } from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    import { join } from 'node:path'
    import { replaceFolder } from ${JSON.stringify(pathToFileURL(join(root, 'scripts/write/replace-folder.ts')))}
    const replace = fill => replaceFolder(${JSON.stringify(folder)}, fill)
    const never = () => new Promise(() => setInterval(() => {}, 1000))
    ${code}`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  await once(child.stdout, 'data')
  return child
}

/** Writes a folder whose index.html is `text`, an expression. */
const fill = (text: string) => `async fresh => writeFileSync(join(fresh, 'index.html'), ${text})`
const index = () => readFileSync(join(folder, 'index.html'), 'utf8')

test('a reader finds whole files in a folder that is replaced again and again', async () => {
  const child = await run(`
    await replace(${fill("'<p>0</p>'")})
    console.log('begun')
    for (let i = 1; i < 50; i++) await replace(${fill("'<p>' + i + '</p>'")})`)
  const exited = once(child, 'exit')
  const seen = new Set<string>()
  for (let running = true; running; ) {
    try {
      seen.add(index())
    } catch {} // Between the two renames.
    running = await Promise.race([
      exited.then(() => false),
      new Promise<true>(next => setImmediate(next, true)),
    ])
  }
  for (const text of seen) expect(text).toMatch(/^<p>\d+<\/p>$/)
  expect(index()).toBe('<p>49</p>')
  expect(readdirSync(parent)).toEqual(['dist'])
})

test('the new folder is in its place before anything of the old one is removed', async () => {
  await run(`await replace(${fill("'old'")}); console.log('done')`)
  await run(`
    fs.promises.rm = () => { console.log('removing'); return never() }
    syncBuiltinESMExports()
    await replace(${fill("'new'")})`)
  expect(index()).toBe('new')
})

test('a run that was killed leaves the last good folder, and the next run removes what it left', async () => {
  await run(`await replace(${fill("'good'")}); console.log('done')`)
  const killed = await run(
    `await replace(async fresh => { writeFileSync(join(fresh, 'index.html'), 'half'); console.log('half'); await never() })`,
  )
  const stillRunning = await run(`await replace(async () => { console.log('begun'); await never() })`)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  expect(index()).toBe('good')
  expect(readdirSync(parent)).toHaveLength(3)

  await run(`await replace(${fill("'better'")}); console.log('done')`)
  expect(index()).toBe('better')
  const [mine, theirs, ...others] = readdirSync(parent)
  expect([mine, others]).toEqual(['dist', []])
  expect(theirs).toContain(`-${stillRunning.pid}-`)
})

test('a run that fails changes nothing and leaves nothing', async () => {
  await run(`await replace(${fill("'good'")})
    await replace(async () => { throw new Error('bad') }).catch(error => console.log(error.message))`)
  expect(index()).toBe('good')
  expect(readdirSync(parent)).toEqual(['dist'])
})

test('a proxy of another user can read what was written, whatever the umask', async () => {
  await run(`process.umask(0o077)
    await replace(async fresh => {
      fs.mkdirSync(join(fresh, 'assets'))
      writeFileSync(join(fresh, 'assets/site.js'), 'script')
    })
    console.log('written')`)
  const modeOf = (name: string) => (statSync(join(folder, name)).mode & 0o777).toString(8)
  expect(['', 'assets', 'assets/site.js'].map(modeOf)).toEqual(['755', '755', '644'])
})
