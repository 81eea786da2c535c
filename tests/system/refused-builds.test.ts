// A build reports all mistakes of a site at once, each with its place, and replaces nothing. route-errors.test.ts of
// server/, and the tests of features, have the message of each mistake. build-mistakes.test.ts has the ones that fail a build
// later.
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { copyToBreak } from '../support/copy-to-break.ts'

const { folder, edit, add, restore, build } = await copyToBreak()
afterEach(restore)

const PAGES = 'shared/site/routes.ts'

test('a build reports all mistakes in routes and public files, and writes nothing', async () => {
  add('shared/site/public/licences.txt', 'all rights reserved')
  edit(PAGES, "'/kontakt'", "'/readyz'")
  edit(PAGES, "label: 'Stimmen'", "label: 'Stimmen', salary: 3")
  edit(PAGES, 'voices: {', 'choir: {')
  rmSync(join(folder, 'build'), { recursive: true, force: true })
  const { refusal = '', printed } = await build()
  expect({ printed, message: refusal.split('\n') }).toEqual({
    printed: [],
    message: [
      "shared/site/public/licences.txt: that's the licences of the bundled packages, so choose another name",
      "routes.contact.path is /readyz: that's a probe of the server, so choose another path",
      'routes.choir has no component: write it, and name it in shared/site/components.ts',
      'routes.choir.salary: no feature in server/site/build-features.ts has this field. List the feature, or delete the field.',
    ],
  })
  expect(existsSync(join(folder, 'build'))).toBe(false)
})
