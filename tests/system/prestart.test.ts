// What happens before `npm start`: a build where the source is newer, or one line that says what to run.
import { rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, inject, test } from 'vitest'
import { copyBuilt, runNode } from '../support/copy-project.ts'

let clone: string
beforeEach(() => {
  clone = copyBuilt(inject('fixture'))
})
const inode = (name: string) => statSync(join(clone, name)).ino
const remove = (name: string) => rmSync(join(clone, name), { recursive: true })
const makeBuildOld = () => utimesSync(join(clone, 'build/manifest.json'), 1, 1)
/** Runs what npm runs. */
const prestart = (env?: NodeJS.ProcessEnv) => runNode(clone, ['scripts/prestart.mjs'], env)
const silent = { code: 0, output: '' }

test('nothing is built where the build is newer than the source', async () => {
  const before = inode('build')
  expect(await prestart()).toEqual(silent)
  expect(inode('build')).toBe(before)
})

test('the site is built where the source is newer, and not prerendered', async () => {
  makeBuildOld()
  const before = { build: inode('build'), dist: inode('dist') }
  expect(await prestart()).toEqual(silent)
  expect(inode('build')).not.toBe(before.build)
  expect(inode('dist')).toBe(before.dist)
})

test('with SERVE=static one line says to prerender where the source is newer', async () => {
  makeBuildOld()
  expect(await prestart({ SERVE: 'static' })).toEqual({
    code: 1,
    output: 'dist/ is older than the source: run npm run prerender\n',
  })
})

test('without the tools to build, an old build is started', async () => {
  remove('node_modules')
  makeBuildOld()
  expect(await prestart()).toEqual(silent)
})

test('without the tools and without a build, one line says what to run', async () => {
  for (const missing of ['node_modules', 'build']) remove(missing)
  expect(await prestart()).toEqual({
    code: 1,
    output: expect.stringMatching(/^There is no build.*npm run build\n$/),
  })
})

test('with SERVE=static one line says to prerender in a clean clone', async () => {
  for (const made of ['build', 'dist']) remove(made)
  const output = 'dist/ is missing: run npm run prerender\n'
  expect(await prestart({ SERVE: 'static' })).toEqual({ code: 1, output })
})
