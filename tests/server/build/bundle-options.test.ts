// The program's bundle in development: its source map, and React's build. dist.test.ts has the bundles of production.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { nodeOptions } from '../../../scripts/bundle/options.ts'
import { root } from '../../support/folders.ts'

const { entryPoints: _, ...options } = nodeOptions('development', {}, {})
const { outputFiles } = await build({
  ...options,
  stdin: {
    contents: 'export const mode = process.env.NODE_ENV',
    loader: 'ts',
    resolveDir: root,
    sourcefile: join(root, 'shared/mode.ts'),
  },
  write: false,
})
const textOf = (name: RegExp) => outputFiles.find(({ path }) => name.test(path))?.text ?? ''

test('the bundle of development runs in development mode', async () => {
  const code = textOf(/\.js$/).replace(/^import .*$/m, '') // A module from a data: URL can't call createRequire.
  const { mode } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  expect(mode).toBe('development')
})

test('its source map has no sources, and points stacks at the project’s files', () => {
  const { sourcesContent, sourceRoot, sources } = JSON.parse(textOf(/\.map$/))
  expect(sourcesContent).toBeUndefined()
  const files = sources.map((name: string) => new URL(name, sourceRoot).href)
  expect(files).toContain(pathToFileURL(join(root, 'shared/mode.ts')).href)
})
