// package.json: the commands, which have to run in any shell, and what npm reads of it beside them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../support/folders.ts'

const read = (name: string) => readFileSync(join(root, name), 'utf8')
const manifest = JSON.parse(read('package.json'))
const { scripts } = manifest

/** Reads .env before the program; and what ends with npm, where a terminal or a container ends npm alone. */
const ENV = '--import ./scripts/load-env.mjs'
const UNTIL_ENDED = `${ENV} --import ./scripts/end-with-npm.mjs`

describe('the commands of package.json', () => {
  test.each([
    ['start', `node ${UNTIL_ENDED} build/server.js`],
    ['prestart', `node ${ENV} scripts/prestart.mjs`],
    ['dev', `node ${UNTIL_ENDED} --import tsx scripts/dev.ts`],
    ['build', `node ${ENV} --import tsx scripts/build.ts`],
    ['prerender', `node ${ENV} --import tsx scripts/prerender.ts`],
    ['test', 'vitest run --project renderer --project site --project client'],
    ['pretest', 'npm run check'],
    ['test:site', 'vitest run --project site'],
    ['pretest:site', 'npm run check'],
    ['test:all', 'vitest run --project browser --project system'],
    ['pretest:all', 'npm run browsers && tsc --project tests/browser'],
    ['browsers', 'npm install --prefix tests/browser --no-save --no-audit --no-fund'],
    ['screenshots', 'node --import tsx tests/browser/screenshots.ts'],
    ['prescreenshots', 'npm run browsers && npm run prerender'],
    ['check', 'node --import tsx scripts/check.ts'],
    ['fix', 'biome check --write .'],
  ])('npm run %s is %s', (name, command) => {
    expect(scripts[name]).toBe(command)
  })

  test('that npm runs by itself, before or after another or when it installs, are these and no others', () => {
    const names = Object.keys(scripts).filter(name => /^(pre|post|install$|dependencies$)/.test(name))
    // `prerender` is one that you run: there is no `render`.
    expect(names.sort()).toEqual([
      'prerender',
      'prescreenshots',
      'prestart',
      'pretest',
      'pretest:all',
      'pretest:site',
    ])
  })

  test('are simple enough for any shell, that of Windows too', () => {
    // No quotes, variables, pipes or globs, and nothing that only a POSIX shell has.
    const simple =
      /^(node|npm run|npm install|biome|tsc|vitest)( [\w./:-]+)*( && (npm run|tsc)( [\w./-]+)*)?$/
    const others = Object.entries<string>(scripts).filter(([, script]) => !simple.test(script))
    expect(others).toEqual([])
  })

  test('are single commands, by which a shell replaces itself, where they run until they are ended', () => {
    const { start, dev } = scripts
    expect({ start, dev }).toEqual({
      start: expect.not.stringContaining('&&'),
      dev: expect.not.stringContaining('&&'),
    })
  })
})

test('npm takes Node 20 and newer, and runs the scripts by which packages install Node and esbuild', () => {
  const { engines, allowScripts } = manifest
  expect({ engines, allowScripts }).toMatchObject({
    engines: { node: '>=20' },
    allowScripts: { esbuild: true, node: true },
  })
})

test.each(['.', 'tests/browser'])(
  'nobody publishes the package of %s by mistake, and its files are ES modules',
  folder => {
    expect(JSON.parse(read(`${folder}/package.json`))).toMatchObject({ private: true, type: 'module' })
  },
)

test.each(['.', 'tests/browser'])('npm ci installs what package.json names: %s', folder => {
  const { dependencies, devDependencies } = JSON.parse(read(`${folder}/package.json`))
  const [locked] = Object.values<object>(JSON.parse(read(`${folder}/package-lock.json`)).packages)
  expect(locked).toMatchObject({ dependencies, ...(devDependencies && { devDependencies }) })
})

test('the tests, the image and hosted CI have the Node of package.json', () => {
  const major = manifest.devDependencies.node.split('.')[0]
  expect({
    tests: process.version,
    image: /^FROM (node:\d+)/m.exec(read('Dockerfile'))?.[1],
    ci: /image: (node:\d+)/.exec(read('.github/workflows/ci.yml'))?.[1],
    unit: /with (Node \d+)/.exec(read('deploy/site.service'))?.[1],
  }).toEqual({
    tests: `v${manifest.devDependencies.node}`,
    image: `node:${major}`,
    ci: `node:${major}`,
    unit: `Node ${major}`,
  })
})
