// A server that cannot start says on stderr, in one line, what to do, and ends with 1. static-server.test.ts has what a dist/
// must be, server-variables.test.ts the values of variables, start.test.ts what else a build may lack.
import { copyFileSync, mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { editFile } from '../support/copy-project.ts'
import { manifest } from '../support/fixture-site.ts'
import { holdPort } from '../support/ports.ts'
import { runBefore, startBuild } from '../support/process.ts'

const fixture = inject('fixture')

/** What a process that does not start has said. */
async function refusalOf({ ended, written }: ReturnType<typeof startBuild>) {
  const code = await ended
  return { code, ...written }
}

/** A folder in which build/ has only these files and folders of the fixture's. */
function partOfBuild(...names: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'part-'))
  symlinkSync(mkdtempSync(join(tmpdir(), 'build-')), join(folder, 'build'), 'junction')
  for (const name of names) {
    const from = join(fixture, 'build', name)
    // Node knows a module by the target of a link.
    if (name.endsWith('.js')) copyFileSync(from, join(folder, 'build', name))
    else symlinkSync(from, join(folder, 'build', name), 'junction')
  }
  return folder
}

const asNode = (version: string) =>
  runBefore(
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`,
  )

test('under an older Node it names the version that it needs', async () => {
  expect(await refusalOf(startBuild(fixture, { args: asNode('25.9.9') }))).toEqual({
    code: 1,
    stdout: '',
    stderr: 'Node 25.9.9 is too old: install Node 26 or newer.\n',
  })
})

test('with the program.js of another build it says so, and what to run', async () => {
  const folder = partOfBuild('server.js', 'program.js', 'manifest.json', 'content', 'public')
  editFile(folder, 'build/program.js', `'${manifest.buildId}'`, "'another-build'")
  const { code, stdout, stderr } = await refusalOf(startBuild(folder))
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^\S+program\.js and manifest\.json are from two builds: run npm run build\n$/)
})

test('where PORT is in use, it says so', async () => {
  const PORT = `${await holdPort()}`
  expect(await refusalOf(startBuild(fixture, { env: { PORT } }))).toEqual({
    code: 1,
    stdout: '',
    stderr: `PORT=${PORT} is in use: choose another one, or 0 for any free port.\n`,
  })
})

test('without its files in build/public/ it says what cannot be read, and what to run', async () => {
  const folder = partOfBuild('server.js', 'program.js', 'manifest.json', 'content')
  const { code, stdout, stderr } = await refusalOf(startBuild(folder))
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^\S+public can't be read \(ENOENT.*\): run npm run build\n$/)
})

test('where an endpoint fails at the start, it shows the error and where that was', async () => {
  const endpoints = runBefore(`globalThis.testEndpoints = () => { throw new Error('on purpose') }`)
  const { code, stdout, stderr } = await refusalOf(startBuild(fixture, { args: endpoints }))
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^Error: on purpose\n(.*\n)*? +at .*server\/site\/endpoints\.ts:\d+/)
})
