// The exports of page scripts and of the modules that pages import dynamically: scripts/bundle/plugins/page-chunks.ts.
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import * as fixture from '../../support/fixture-site.ts'

const scripts = join(fixture.build, 'public')

/** The names of a script's exports. */
async function exportsOf(file: string): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [join(scripts, file)],
    format: 'esm',
    metafile: true,
    write: false,
  })
  return Object.values(metafile.outputs).flatMap(output => output.exports)
}

// The module of /stimmen has another export too.
test('the script of each page exports only its component and hydratePage', async () => {
  for (const [id, [own = '']] of Object.entries(fixture.manifest.pageScripts))
    expect({ id, exports: (await exportsOf(own)).sort() }).toEqual({
      id,
      exports: ['default', 'hydratePage'],
    })
})

test('a module that a page imports dynamically keeps its own export', async () => {
  const [file = ''] = globSync('assets/voices-long-*.js', { cwd: scripts })
  expect(await exportsOf(file)).toEqual(['Long'])
})
