// Runs before each file of tests: writes a picture of every page that a failed test has open.
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterEach } from 'vitest'
import { FAILURE_PICTURES } from '../../support/pictured.ts'
import { pictureOpenPages } from './open-pages.ts'

// What a test closes in onTestFinished is still open here.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  const pictures = await pictureOpenPages()
  const name = fileName(`${basename(task.file.name, '.test.ts')} ${task.fullTestName}`)
  mkdirSync(FAILURE_PICTURES, { recursive: true })
  for (const [index, picture] of pictures.entries())
    writeFileSync(join(FAILURE_PICTURES, `${name}-${index + 1}.png`), picture)
  task.meta.pictured = pictures.length > 0
})

/** No system and no archive refuses it, nor is it too long for one. */
const fileName = (title: string) => title.replace(/[^a-z\d]+/gi, '-').slice(0, 200)
