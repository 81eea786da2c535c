// npm run dev: what it shows of the texts in shared/site/content/. features/development/tests/development.system.test.ts has the rest.
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { copyBuilt, editFile } from '../../../tests/support/copy-project.ts'
import { needsDev, runDev } from '../../../tests/support/run-dev.ts'

const folder = copyBuilt(inject('fixture'))

describe('npm run dev', needsDev(), () => {
  let dev: Awaited<ReturnType<typeof runDev>>
  beforeAll(async () => {
    dev = await runDev(folder)
  })
  const get = async (path: string) => (await fetch(dev.url + path)).text()

  test('shows an edit of a text, and its undo', async () => {
    const undo = editFile(folder, 'shared/site/content/agb.md', /$/, '\nEben erst ergänzt.\n')
    await expect.poll(() => get('/agb')).toContain('<p>Eben erst ergänzt.</p>')
    undo()
    await expect.poll(() => get('/agb')).not.toContain('Eben erst ergänzt.')
  })

  test.each(['/blog/entwurf', '/blog/zukunft'])(
    'shows %s, which is a draft or has a later date, and its link in the index',
    async path => {
      const { status } = await fetch(dev.url + path)
      expect({ status, isLinked: (await get('/blog')).includes(`href="${path}"`) }).toEqual({
        status: 200,
        isLinked: true,
      })
    },
  )
})
