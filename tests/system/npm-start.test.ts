// `npm start` builds, then serves. If it can't or mustn't build, it serves the existing build.
import { chmodSync, existsSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, inject, test } from 'vitest'
import { isRunning } from '../../scripts/lib/is-running.ts'
import { cleanEnvironment, copyBuilt, editFile, runNode, type User } from '../support/copy-project.ts'
import { request } from '../support/http.ts'
import { skipIf } from '../support/needs.ts'
import { launch } from '../support/process.ts'
import { runServing } from '../support/run-dev.ts'
import { until } from '../support/until.ts'

const START = ['--import', './scripts/load-env.mjs', 'scripts/start.mjs']

let folder: string
beforeEach(() => {
  folder = copyBuilt(inject('fixture'))
  edit('an edit')
  // Older than the build, as after rsync or from an archive.
  utimesSync(join(folder, PAGE), 1, 1)
})

const PAGE = 'shared/site/pages/contact.tsx'
const edit = (text: string) => editFile(folder, PAGE, '<CopyButton', `<b>${text}</b><CopyButton`)

/** Starts the copy. Resolves to its stderr, and whether a page has the edit. */
async function start(env?: NodeJS.ProcessEnv, user?: User) {
  const { url, written } = await runServing(folder, process.execPath, START, env, user)
  const { body } = await request(`${url}/kontakt`)
  return { stderr: written.stderr, isEdited: body.includes('<b>an edit</b>') }
}

test('npm start serves the current source, even if it’s older than the build', async () => {
  expect(await start()).toEqual({ stderr: '', isEdited: true })
})

test('with SERVE=static, npm start prerenders the current source', async () => {
  expect((await start({ SERVE: 'static' })).isEdited).toBe(true)
})

test('with NODE_ENV=production, npm start serves the existing build', async () => {
  expect(await start({ NODE_ENV: 'production' })).toEqual({ stderr: '', isEdited: false })
})

test('without the build tools, npm start serves the existing build, and says so', async () => {
  rmSync(join(folder, 'node_modules'))
  expect(await start()).toEqual({
    stderr: "The tools to build with aren't installed: serving build/ as it is.\n",
    isEdited: false,
  })
})

const notOnWindows = skipIf(process.platform === 'win32', 'Windows has no folder that nobody may write')
test('in a read-only folder, npm start serves the existing build, and says so', notOnWindows, async () => {
  // Root may write everywhere, so the test runs as a user who owns nothing.
  const asNobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  chmodSync(folder, 0o555)
  expect(await start({}, asNobody)).toEqual({
    stderr: "This folder can't be written: serving build/ as it is.\n",
    isEdited: false,
  })
})

const noSignals = skipIf(process.platform === 'win32', 'Windows ends a process without a signal')

test('two concurrent starts both serve', async () => {
  const both = await Promise.all([start(), start()])
  expect(both.map(({ isEdited }) => isEdited)).toEqual([true, true])
})

test('a mistake in the source fails npm start, with its place', async () => {
  edit('{')
  const { code, output } = await runNode(folder, START)
  expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(/contact\.tsx:\d+:\d+/) })
})

test('without a build or build tools, npm start exits with one line', async () => {
  for (const name of ['build', 'node_modules']) rmSync(join(folder, name), { recursive: true })
  const { code, output } = await runNode(folder, START, { NODE_ENV: 'production' })
  expect({ code, output }).toEqual({ code: 1, output: 'build/ is missing: run npm ci && npm run build\n' })
  expect(existsSync(join(folder, 'build'))).toBe(false)
})

test('a signal during the build terminates the build, too', noSignals, async () => {
  const before = statSync(join(folder, 'build')).ino
  const { ended, signal } = launch(process.execPath, START, { cwd: folder, env: cleanEnvironment() })
  /** The process of the build, from the name of the folder into which it writes. */
  const building = () => readdirSync(folder).flatMap(name => /^build-(\d+)-/.exec(name)?.[1] ?? [])
  await until(() => expect(building()).toHaveLength(1))
  const [pid] = building()
  signal('SIGTERM')
  await ended
  await until(() => expect(isRunning(Number(pid))).toBe(false))
  expect(statSync(join(folder, 'build')).ino).toBe(before)
})
