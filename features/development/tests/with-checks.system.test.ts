// npm run dev reports a dead link when it renders the page.
import { describe, expect, inject, test } from 'vitest'
import { copyBuilt, editFile } from '../../../tests/support/copy-project.ts'
import { needsDev, runDev } from '../../../tests/support/run-dev.ts'

const folder = copyBuilt(inject('fixture'))

describe('npm run dev', needsDev(), () => {
  test('prints dead links and the problems of routes in the terminal', async () => {
    editFile(folder, 'shared/site/pages/contact.tsx', /href="\/[^"]*"/, 'href="/no"')
    editFile(folder, 'shared/site/routes.ts', "title: 'Team'", `title: '${'T'.repeat(61)}'`)
    const { url, written } = await runDev(folder)
    await fetch(`${url}/kontakt`)
    await expect
      .poll(() => written.stderr)
      .toContain("/kontakt links to /no, but there's no such page, file or endpoint")
    expect(written.stderr).toContain('routes.team.title has 61 characters: write 1 to 60')
  })
})
