// The files for static hosts, as `npm run prerender` writes them with an environment variable.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copyProject, runScript } from '../../../tests/support/copy-project.ts'

test('_headers has the HSTS of the environment', async () => {
  const folder = copyProject()
  const { code } = await runScript(folder, 'scripts/prerender.ts', { HSTS: 'subdomains' })
  expect(code).toBe(0)
  expect(readFileSync(join(folder, 'dist/_headers'), 'utf8')).toMatch(
    /^ {2}Strict-Transport-Security: max-age=63072000; includeSubDomains$/m,
  )
})
