// The script budget on a copy of the fixture's project: what exceeds it, and which packages a message names.
import { afterEach, expect, test } from 'vitest'
import { createBundlerIn } from '../../../tests/support/bundler.ts'
import { copyToBreak } from '../../../tests/support/copy-to-break.ts'
import { partsAt } from '../script-parts.ts'

const { folder, edit, add, restore, prerender } = await copyToBreak()
afterEach(restore)

test('a page whose package exceeds the script budget fails the prerender, which names both', async () => {
  const noise = Array.from({ length: 40_000 }, (_, i) => ((i * 7919) % 65_521).toString(36)).join('')
  const at = 'shared/site/node_modules/heavy'
  add(`${at}/index.js`, `export const heavy = '${noise}'`)
  add(`${at}/package.json`, '{ "name": "heavy", "main": "index.js" }')
  add(`${at}/LICENSE`, 'MIT')
  edit(
    'shared/site/pages/contact.tsx',
    /^/,
    "import { heavy } from 'heavy'\nObject.assign(globalThis, { heavy })\n",
  )
  expect((await prerender()).refusal).toMatch(
    /^\/kontakt: \d+ bytes of script, .* that is the engine \d{6}, heavy \d{6}, own code \d+/,
  )
})

test('the build knows which packages are in the script of each page', async () => {
  const bundler = await createBundlerIn(folder)
  const { manifest, checked } = await bundler.rebuild().finally(bundler.dispose)
  const { whyReact = [], home = [] } = manifest.pageScripts
  const partsOf = (urls: readonly string[]) =>
    [...partsAt(urls, checked.browserScript).keys()].filter(name => !name.startsWith('features/')).sort()
  expect({
    whyReact: partsOf(whyReact),
    home: partsOf(home),
    common: partsOf(manifest.scripts),
  }).toEqual({
    whyReact: ['nanoid', 'own code'],
    home: ['own code'],
    common: ['own code', 'the engine'],
  })
})
