// Without this feature the site is the same, but mistakes aren't reported.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BUILT_AT } from '../../../tests/support/build-fixture.ts'
import { copyProject, runScript } from '../../../tests/support/copy-project.ts'
import { deleteFeature } from '../../../tests/support/delete-feature.ts'

/** Prerenders the project's own site without these features. Resolves to every file of build/ and dist/, by name. */
async function builtWithout(...features: string[]): Promise<Record<string, string>> {
  const folder = copyProject({ withTests: true })
  for (const name of features) deleteFeature(folder, name)
  const { code, output } = await runScript(folder, 'scripts/prerender.ts', {
    SOURCE_DATE_EPOCH: `${BUILT_AT}`,
  })
  if (code !== 0) throw new Error(output)
  const names = ['build', 'dist'].flatMap(top =>
    readdirSync(join(folder, top), { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length)),
  )
  return Object.fromEntries(names.map(name => [name, readFileSync(join(folder, name), 'base64')]))
}

test('deleting the checks feature changes no file of build/ and dist/', async () => {
  const [whole, without] = await Promise.all([builtWithout(), builtWithout('checks')])
  expect(Object.keys(whole)).toContainEqual(expect.stringMatching(/index\.html$/))
  expect(without).toEqual(whole)
})
