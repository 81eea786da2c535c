// Runs before each test file: writes a screenshot of every open page when a test fails.
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterEach } from 'vitest'
import { FAILURE_PICTURES } from '../../support/pictured.ts'
import { pictureOpenPages } from './open-pages.ts'

// Pages that a test closes in onTestFinished() are still open here.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  const pictures = await pictureOpenPages()
  const name = fileName(`${basename(task.file.name, '.test.ts')} ${task.fullTestName}`)
  mkdirSync(FAILURE_PICTURES, { recursive: true })
  for (const [index, picture] of pictures.entries())
    writeFileSync(join(FAILURE_PICTURES, `${name}-${index + 1}.png`), picture)
  task.meta.pictured = pictures.length > 0
})

/** A file name that every system and archive accepts. */
const fileName = (title: string) => title.replace(/[^a-z\d]+/gi, '-').slice(0, 200)
