// package.json: its commands, which must run in any shell, and its other fields that npm reads.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { root } from '../../support/folders.ts'

const read = (name: string) => readFileSync(join(root, name), 'utf8')
const manifest = JSON.parse(read('package.json'))
const { scripts } = manifest

describe('the commands of package.json', () => {
  test('are simple enough for any shell, even on Windows', () => {
    // No quotes, variables, pipes or globs, and no POSIX-only syntax.
    const simple =
      /^(node|npm run|npm install|biome|tsc|vitest)( [\w./:=-]+)*( && (npm run|tsc)( [\w./-]+)*)*$/
    const others = Object.entries<string>(scripts).filter(([, script]) => !simple.test(script))
    expect(others).toEqual([])
  })

  test('check Node and the folder first, which the tests do in their pre-scripts', () => {
    const { pretest, 'pretest:site': ofSite, 'pretest:all': ofAll } = scripts
    expect({ pretest, ofSite }).toEqual({ pretest: 'npm run check', ofSite: 'npm run check' })
    const withNode = Object.values<string>(scripts).filter(script => script.startsWith('node '))
    expect(withNode).toContain(ofAll)
    const others = withNode.filter(script => !/^node (--import )?\.\/scripts\/load-env\.mjs /.test(script))
    expect(others).toEqual([])
  })

  test('are single commands, which a shell can exec, if they run until they are stopped', () => {
    const lasting = Object.values<string>(scripts).filter(script => script.includes('end-with-npm.mjs'))
    expect(lasting).toContain(scripts.start)
    expect(lasting.filter(script => script.includes('&&'))).toEqual([])
  })
})

test('npm and pnpm run the install scripts of the same packages', () => {
  const { allowScripts } = manifest
  expect(parse(read('pnpm-workspace.yaml'))).toEqual({
    allowBuilds: allowScripts,
    onlyBuiltDependencies: Object.keys(allowScripts),
  })
})

// npm run browsers installs these packages with npm install, which accepts a lockfile that doesn't match.
test('package-lock.json matches package.json in tests/browser', () => {
  const { dependencies } = JSON.parse(read('tests/browser/package.json'))
  const [locked] = Object.values<object>(JSON.parse(read('tests/browser/package-lock.json')).packages)
  expect(locked).toMatchObject({ dependencies })
})
