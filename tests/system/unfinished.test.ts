// What a feature's check of a page calls unfinished: `severity` in extension-points.ts.
import { expect, inject, test } from 'vitest'
import { copyBuilt, editFile, runScript } from '../support/copy-project.ts'

const folder = copyBuilt(inject('fixture'))
const feature = `{
  checkPages: () => ({ add() {}, diagnostics: () => [{ severity: 'unfinished', message: 'this is a draft' }] }),
},`
editFile(folder, 'server/site/build-features.ts', 'BuildFeature[] = [', `BuildFeature[] = [${feature}`)

test.each([
  { what: 'a build warns about it', script: 'scripts/build.ts', code: 0, line: 'WARNING: this is a draft' },
  { what: 'a prerender fails', script: 'scripts/prerender.ts', code: 1, line: 'this is a draft' },
])('if a page is unfinished, $what', async ({ script, code, line }) => {
  const result = await runScript(folder, script)
  const lines = result.output.split('\n').filter(text => text.includes('draft'))
  expect({ code: result.code, lines }).toEqual({ code, lines: [line] })
})
