// A server that can't start exits with 1, and says on stderr what to do. static-server.test.ts has the checks of dist/,
// server-variables.test.ts the values of variables, start.test.ts the files that a build may lack.
import { copyFileSync, mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { editFile } from '../support/copy-project.ts'
import { manifest } from '../support/fixture-site.ts'
import { holdPort } from '../support/ports.ts'
import { runBefore, startBuild } from '../support/process.ts'

const fixture = inject('fixture')

/** The exit code and the output of a process that doesn't start. */
async function refusalOf({ ended, written }: ReturnType<typeof startBuild>) {
  const code = await ended
  return { code, ...written }
}

/** A folder whose build/ has only these files and folders of the fixture. */
function partOfBuild(...names: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'part-'))
  symlinkSync(mkdtempSync(join(tmpdir(), 'build-')), join(folder, 'build'), 'junction')
  for (const name of names) {
    const from = join(fixture, 'build', name)
    // Copied, because Node resolves a linked module to its target.
    if (name.endsWith('.js')) copyFileSync(from, join(folder, 'build', name))
    else symlinkSync(from, join(folder, 'build', name), 'junction')
  }
  return folder
}

const asNode = (version: string) =>
  runBefore(
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`,
  )

test('a start with an older Node names the version that the server needs', async () => {
  expect(await refusalOf(startBuild(fixture, { args: asNode('25.9.9') }))).toEqual({
    code: 1,
    stdout: '',
    stderr: 'Node 25.9.9 is too old: install Node 26 or newer.\n',
  })
})

test('a start with the program.js of another build says so, and what to run', async () => {
  const folder = partOfBuild('server.js', 'program.js', 'manifest.json', 'content', 'public')
  editFile(folder, 'build/program.js', `'${manifest.buildId}'`, "'another-build'")
  const { code, stdout, stderr } = await refusalOf(startBuild(folder))
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^\S+program\.js and manifest\.json are from two builds: run npm run build\n$/)
})

test('a start says so if PORT is in use', async () => {
  const PORT = `${await holdPort()}`
  expect(await refusalOf(startBuild(fixture, { env: { PORT } }))).toEqual({
    code: 1,
    stdout: '',
    stderr: `PORT=${PORT} is in use: choose another one, or 0 for any free port.\n`,
  })
})

test('a start without build/public/ says what can’t be read, and what to run', async () => {
  const folder = partOfBuild('server.js', 'program.js', 'manifest.json', 'content')
  const { code, stdout, stderr } = await refusalOf(startBuild(folder))
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^\S+public can't be read \(ENOENT.*\): run npm run build\n$/)
})

test('a start prints an error of endpoints.ts with its place', async () => {
  const endpoints = runBefore(`globalThis.testEndpoints = () => { throw new Error('on purpose') }`)
  const { code, stdout, stderr } = await refusalOf(startBuild(fixture, { args: endpoints }))
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^Error: on purpose\n(.*\n)*? +at .*server\/site\/endpoints\.ts:\d+/)
})
