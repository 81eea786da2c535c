// How development loads the packages that a site imports, tested on a copy of the project.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Bundle, Bundler } from '../../../scripts/bundle/bundle.ts'
import { createBundlerIn } from '../../../tests/support/bundler.ts'
import { addFixture, copyProject, editFile } from '../../../tests/support/copy-project.ts'

const folder = copyProject()
addFixture(folder)
const { createPackages }: typeof import('../packages.ts') = await import(
  join(folder, 'features/development/packages.ts')
)

const onBundled = vi.fn<(name: string, reason: string) => void>()
let bundler: Bundler
let first: Bundle
beforeAll(async () => {
  bundler = await createBundlerIn(folder, { packages: createPackages(onBundled) })
  first = await bundler.rebuild()
})
afterAll(() => bundler.dispose())

/** Bundles the source with an edit, and reverts the edit. */
async function bundleWith(file: string, from: string | RegExp, to: string): Promise<Bundle> {
  const undo = editFile(folder, file, from, to)
  return bundler.rebuild().finally(undo)
}

/** Installs packages, given as their files, where a page of the copy finds them. */
function addPackages(packages: Record<string, Record<string, string>>): void {
  for (const [name, files] of Object.entries(packages)) {
    const at = join(folder, 'shared/site/pages/node_modules', name)
    mkdirSync(at, { recursive: true })
    for (const [file, text] of Object.entries(files)) writeFileSync(join(at, file), text)
  }
}

describe('packages in development', () => {
  const CONTACT = 'shared/site/pages/contact.tsx'
  /** The program of a build with these lines at the top of a page. */
  const programText = async (lines: string) => {
    const { files } = await bundleWith(CONTACT, /^/, `${lines}\n`)
    return Buffer.from(files.get('program.js') ?? '').toString()
  }

  const REACT_ITSELF = /__CLIENT_INTERNALS/

  test('are loaded by Node from node_modules, React among them', () => {
    const program = Buffer.from(first.files.get('program.js') ?? '').toString()
    const isLoaded = /"[^"]*\/node_modules\/react\/index\.js"/.test(program)
    expect({ isLoaded, isBundled: REACT_ITSELF.test(program) }).toEqual({ isLoaded: true, isBundled: false })
  })

  test.each([
    { name: 'badge', type: 'module', script: "import './badge.css'; export const badge = 1" },
    { name: 'old-badge', type: 'commonjs', script: "require('./badge.css'); exports.badge = 1" },
  ])('may import a stylesheet, which comes before the page’s: $type', async ({ name, type, script }) => {
    addPackages({
      [name]: {
        'package.json': JSON.stringify({ type }),
        'index.js': script,
        'badge.css': '.badge-of-package { top: 1px }',
      },
    })
    writeFileSync(join(folder, 'shared/site/pages/contact.css'), '.badge-of-page { top: 2px }')
    const { manifest } = await bundleWith(
      CONTACT,
      /^/,
      `import { badge } from '${name}'\nimport './contact.css'\nvoid badge\n`,
    )
    expect(manifest.style.match(/badge-of-\w+/g)).toEqual(['badge-of-package', 'badge-of-page'])
    expect(onBundled).not.toHaveBeenCalled()
  })

  test.each([
    { name: 'icons', type: 'module', script: 'export const [star, unused] = [1, 2]' },
    { name: 'old-icons', type: 'commonjs', script: 'exports.star = 1; exports.unused = 2' },
  ])('put only the imported names into the program: $type', async ({ name, type, script }) => {
    addPackages({ [name]: { 'package.json': JSON.stringify({ type }), 'index.js': script } })
    const program = await programText(`import { star } from '${name}'\nvoid star`)
    expect({ star: /\bstar\b/.test(program), unused: /\bunused\b/.test(program) }).toEqual({
      star: true,
      unused: false,
    })
  })

  test('may set a custom property that a stylesheet of the page uses', async () => {
    addPackages({
      popper: {
        'index.js': "exports.popper = require('./inner.js')",
        'inner.js': "module.exports = style => style.setProperty('--popper-width', '1px')",
      },
    })
    writeFileSync(join(folder, 'shared/site/pages/popper.css'), '.popper { width: var(--popper-width) }')
    const lines = ["import { popper } from 'popper'", "import './popper.css'", 'void popper', '']
    await expect(bundleWith(CONTACT, /^/, "import './popper.css'\n")).rejects.toThrow(
      'declares --popper-width',
    )
    const { manifest } = await bundleWith(CONTACT, /^/, lines.join('\n'))
    expect(manifest.style).toContain('var(--popper-width)')
  })

  test('are bundled without React if Node can’t import them, and reported once', async () => {
    addPackages({
      extensionless: {
        'package.json': '{ "type": "module" }',
        'index.js': "export { half } from './half'",
        'half.js': "import { useState } from 'react'; export const half = () => useState('half of it')",
      },
    })
    for (const word of ['one', 'two']) {
      const text = await programText(`import { half } from 'extensionless'\nconsole.log(half, '${word}')`)
      expect(text).toContain('half of it')
      expect(text).not.toMatch(REACT_ITSELF)
    }
    expect(onBundled.mock.calls).toEqual([
      [
        'shared/site/pages/node_modules/extensionless/index.js',
        expect.stringContaining('Cannot find module'),
      ],
    ])
  })

  test('are found when installed after the import was written', async () => {
    const bundleWithImport = () => bundleWith(CONTACT, /^/, "import { late } from 'late'\nvoid late\n")
    await expect(bundleWithImport()).rejects.toThrow('Could not resolve "late"')
    addPackages({ late: { 'package.json': '{ "type": "module" }', 'index.js': 'export const late = 1' } })
    expect(Buffer.from((await bundleWithImport()).files.get('program.js') ?? '').toString()).toContain(
      'late/index.js',
    )
  })

  test.each([
    {
      what: 'missing package',
      line: "import 'no-such-package'",
      text: /Could not resolve "no-such-package"/,
    },
    { what: 'Node module', line: "import 'node:fs'", text: /Could not resolve "node:fs"/ },
    {
      what: 'package without an entry for browsers',
      line: "import 'for-node'",
      text: /Could not resolve "for-node"/,
    },
  ])('are rejected with the line of the import: a $what', async ({ line, text }) => {
    addPackages({ 'for-node': { 'package.json': '{ "exports": { "node": "./index.js" } }', 'index.js': '' } })
    const edited = bundleWith('shared/site/pages/contact.tsx', /^/, `${line}\n`)
    await expect(edited).rejects.toMatchObject({
      errors: [
        { text: expect.stringMatching(text), location: { file: 'shared/site/pages/contact.tsx', line: 1 } },
      ],
    })
  })
})
