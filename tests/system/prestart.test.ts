// Before `npm start`: a build where the source is newer. renderer/prestart.test.ts has what it says where something is missing.
import { statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, inject, test } from 'vitest'
import { copyBuilt, runNode } from '../support/copy-project.ts'

let clone: string
beforeEach(() => {
  clone = copyBuilt(inject('fixture'))
})
const inode = (name: string) => statSync(join(clone, name)).ino
const makeBuildOld = () => utimesSync(join(clone, 'build/manifest.json'), 1, 1)
/** Runs what npm runs. */
const prestart = () => runNode(clone, ['scripts/prestart.mjs'])
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
