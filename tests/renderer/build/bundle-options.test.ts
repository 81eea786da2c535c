// What the bundles of development and of production have: names, source maps, which build of React, and what a page may import.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BuildOptions, build } from 'esbuild'
import { describe, expect, test } from 'vitest'
import { browserOptions, type Mode, nodeOptions } from '../../../scripts/bundle/options.ts'
import { root } from '../../support/folders.ts'

/** A script with a name of its own, which says which build of React it would load, and what it imports. */
const contents = `import picture from './tests/fixture/shared/site/haus.png'
import classes from './tests/fixture/shared/site/pages/prices.module.css'
const longName = () => process.env.NODE_ENV
export const mode = longName() + longName.name
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

describe.each(['development', 'production'] as const)('the script of a browser in %s', mode => {
  const isDevelopment = mode === 'development'

  test(`loads the ${mode} build of React`, async () => {
    const { code } = await bundle(browserOptions(mode))
    expect((await run(code)).mode).toMatch(new RegExp(`^${mode}`))
  })

  test(`has ${isDevelopment ? 'the names of the source' : 'short names'}`, async () => {
    const { code } = await bundle(browserOptions(mode))
    expect(code.includes('longName')).toBe(isDevelopment)
  })

  test('has no source map: in development the browser has its modules from Vite', async () => {
    const { code, map } = await bundle(browserOptions(mode))
    expect({ map, isNamed: code.includes('sourceMappingURL=') }).toEqual({ map: undefined, isNamed: false })
  })

  test('has the pictures and classes that it imports', async () => {
    const { code } = await bundle(browserOptions(mode))
    expect(await run(code)).toMatchObject({ imported: IMPORTED })
  })
})

/** A module from a data: address cannot make a require(). */
const withoutBanner = (code: string) => code.replace(/^import .*$/m, '')

/** The folder in which each bundle of the server is. */
const BUILT: Record<Mode, string> = { development: 'node_modules/.cache/site/dev-1', production: 'build' }

describe.each(['development', 'production'] as const)('the bundle of the server in %s', mode => {
  const options = nodeOptions(mode, {})

  test(`renders as in ${mode}`, async () => {
    const { code } = await bundle(options)
    expect((await run(withoutBanner(code))).mode).toMatch(mode)
  })

  test('has a source map by which stacks name files of the project, without their text', async () => {
    const { map } = await bundle(options)
    expect(map.sourcesContent).toBeUndefined()
    const base = map.sourceRoot ?? `file://${join(root, BUILT[mode])}/`
    const sources = map.sources.map((name: string) => new URL(name, base).href)
    expect(sources).toContain(pathToFileURL(join(root, 'shared/mode.ts')).href)
  })

  test('has the pictures and classes that it imports', async () => {
    const { code } = await bundle(nodeOptions(mode, {}))
    expect(await run(withoutBanner(code))).toMatchObject({ imported: IMPORTED })
  })
})
