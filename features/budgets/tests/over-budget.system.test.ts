// The budgets of scripts on a copy of the fixture's project: what fits, what doesn't, and which packages a message names.
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { copyToBreak } from '../../../tests/support/copy-to-break.ts'
import { packagesIn } from '../script-parts.ts'

const { folder, edit, add, takeBack, prerender } = await copyToBreak()
afterEach(takeBack)

test('a page with Link, NavLink, useNavigate and useSearchParams fits the budget of scripts', async () => {
  edit(
    'shared/site/pages/why-react.tsx',
    /^/,
    `import { Link, NavLink, useNavigate, useSearchParams } from 'react-router'
    const Four = () => (useNavigate(), useSearchParams(), <><Link to="/">a</Link><NavLink to="/">b</NavLink></>)
    Object.assign(globalThis, { Four })\n`,
  )
  expect((await prerender()).refusal).toBeUndefined()
})

test('a page with a package that is over the budget of scripts ends the prerender, which names both', async () => {
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
    /^\/kontakt: \d+ bytes of script, .* that is heavy \d{6}, own code \d+$/,
  )
})

test('a page knows the packages that are in its own script, and those that are in the script of all', async () => {
  const { createBundler }: typeof import('../../../scripts/bundle/bundle.ts') = await import(
    join(folder, 'scripts/bundle/bundle.ts')
  )
  const bundler = await createBundler({ program: 'server/start/program.ts' })
  const { manifest, checked } = await bundler.rebuild().finally(bundler.dispose)
  const { whyReact = [], home = [] } = manifest.pageScripts
  const packagesOf = (urls: readonly string[]) =>
    [...packagesIn(urls, checked.browserScript).keys()].filter(name => name).sort()
  expect({
    whyReact: packagesOf(whyReact),
    home: packagesOf(home),
    common: packagesOf(manifest.scripts),
  }).toEqual({
    whyReact: ['nanoid'],
    home: [],
    common: ['react', 'react-dom', 'react-router', 'scheduler'],
  })
})
