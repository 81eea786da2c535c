// The bundles of development and production: source maps, React's build, and what a page may import.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BuildOptions, build } from 'esbuild'
import { describe, expect, test } from 'vitest'
import { browserOptions, type Mode, nodeOptions } from '../../../scripts/bundle/options.ts'
import { root } from '../../support/folders.ts'

/** A script that exports its mode and what it imports. */
const contents = `import picture from './tests/fixture/shared/site/haus.png'
import classes from './tests/fixture/shared/site/pages/prices.module.css'
export const mode = process.env.NODE_ENV
export const imported = { picture: picture.width, classes: Object.keys(classes) }`

/** Bundles the script with these options. Returns its code and its source map, if it has one. */
async function bundle({ entryPoints: _, ...options }: BuildOptions) {
  const stdin = {
    contents,
    loader: 'ts',
    resolveDir: root,
    sourcefile: join(root, 'shared/mode.ts'),
  } as const
  const { outputFiles } = await build({ ...options, stdin, write: false })
  const textOf = (name: RegExp) => outputFiles.find(({ path }) => name.test(path))?.text
  const map = textOf(/\.map$/)
  return { code: textOf(/\.js$/) ?? '', map: map === undefined ? undefined : JSON.parse(map) }
}

/** What the script exports. */
const run = (code: string) => import(`data:text/javascript,${encodeURIComponent(code)}`)

/** What the script imports. */
const IMPORTED = { picture: 256, classes: ['bar'] }

describe('the browser’s script', () => {
  test('loads the production build of React', async () => {
    const { code } = await bundle(browserOptions('production'))
    expect((await run(code)).mode).toBe('production')
  })

  test('includes the pictures and CSS classes that it imports', async () => {
    const { code } = await bundle(browserOptions('production'))
    expect(await run(code)).toMatchObject({ imported: IMPORTED })
  })
})

/** A module from a data: URL can't call createRequire. */
const withoutBanner = (code: string) => code.replace(/^import .*$/m, '')

/** The folder of each server bundle. */
const BUILT: Record<Mode, string> = { development: 'node_modules/.cache/site/dev-1', production: 'build' }

describe.each(['development', 'production'] as const)('the server bundle in %s', mode => {
  const options = nodeOptions(mode, {})

  test(`runs in ${mode} mode`, async () => {
    const { code } = await bundle(options)
    expect((await run(withoutBanner(code))).mode).toBe(mode)
  })

  test('has a source map without sources, which points stacks at the project’s files', async () => {
    const { map } = await bundle(options)
    expect(map.sourcesContent).toBeUndefined()
    const base = map.sourceRoot ?? `file://${join(root, BUILT[mode])}/`
    const sources = map.sources.map((name: string) => new URL(name, base).href)
    expect(sources).toContain(pathToFileURL(join(root, 'shared/mode.ts')).href)
  })

  test('includes the pictures and CSS classes that it imports', async () => {
    const { code } = await bundle(nodeOptions(mode, {}))
    expect(await run(withoutBanner(code))).toMatchObject({ imported: IMPORTED })
  })
})
