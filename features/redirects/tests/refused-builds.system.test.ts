// A build rejects old paths that are already taken. redirect-problems.test.ts has the other mistakes.
import { afterEach, expect, test } from 'vitest'
import { copyToBreak } from '../../../tests/support/copy-to-break.ts'

const { edit, restore, build } = await copyToBreak()
afterEach(restore)

test('a build rejects every old path that is a file, a link or another old path', async () => {
  const taken = ['/licences.txt', '/mitglieder', '/lageplan.svg', '/google123.html']
  edit('shared/site/routes.ts', "['/contact']", JSON.stringify(taken))
  edit('shared/site/routes.ts', "['/imprint', ", "['/mitglieder', ")
  const { refusal = '', printed } = await build()
  expect({ printed, message: refusal.split('\n') }).toEqual({
    printed: [],
    message: [
      'routes.contact.redirectFrom[0] is /licences.txt: that is the file licences.txt: choose another path',
      'routes.contact.redirectFrom[1] is /mitglieder: that is company.members.path: choose another path',
      'routes.contact.redirectFrom[2] is /lageplan.svg: that is the file lageplan.svg: choose another path',
      'routes.contact.redirectFrom[3] is /google123.html: that is the file google123.html: choose another path',
      'routes.imprint.redirectFrom[0] is /mitglieder: that is routes.contact.redirectFrom[1]: choose another path',
    ],
  })
})
