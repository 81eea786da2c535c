// What npm run check rejects and npm run fix corrects: the rules of Biome and the compiler, and the files that Biome ignores.
// import-boundaries.test.ts has the rules for imports.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { copyProject, runScript } from '../support/copy-project.ts'
import { root } from '../support/folders.ts'
import { lint, type Refusal } from '../support/lint.ts'

/** Lines of code, each with the one rule that it breaks. */
const broken: [rule: string, line: string][] = [
  ['noUnusedImports', "import { neverUsed } from './b.ts'"],
  ['useImportType', "import { Type } from './b.ts'"],
  ['useNodejsImportProtocol', "import fs from 'fs'"],
  ['noUnusedVariables', 'const unused = 1'],
  ['noUnusedFunctionParameters', 'export const parameter = (given: string) => 1'],
  ['noShadow', 'export const outer = (list: Type[]) => list.map(list => list)'],
  ['noDoubleEquals', 'export const equal = outer == fs'],
  ['useAltText', 'export const picture = <img src="a.png" />'],
  ['noSvgWithoutTitle', 'export const drawing = <svg><path d="M0 0" /></svg>'],
  ['useValidAnchor', 'export const anchor = <a href="#">a</a>'],
  ['noBlankTarget', 'export const tab = <a href="http://a.example" target="_blank">a</a>'],
  ['useExhaustiveDependencies', 'export const useLog = (text: Type) => useEffect(() => log(text), [])'],
]
const program = [...broken.map(([, line]) => line), "import { log, useEffect } from 'react'\n"].join('\n')

describe('a program', () => {
  const ours = 'server/a.tsx'
  const sites = ['shared/site/pages/a.tsx', 'server/site/a.tsx']
  const ofTest = 'tests/server/a.tsx'
  const refusals = lint(Object.fromEntries([ours, ...sites, ofTest].map(file => [file, program])))
  const refusedIn = (name: string) => refusals.filter(({ file }) => file === name)

  test('of the engine is rejected for every rule that it breaks', () => {
    expect(refusedIn(ours).map(({ line, rule }) => [rule, program.split('\n')[line - 1]])).toEqual(broken)
  })

  test('of a test is rejected for the same rules, except that it may shadow a name', () => {
    expect(refusedIn(ofTest).map(({ rule }) => rule)).toEqual(
      broken.map(([rule]) => rule).filter(rule => rule !== 'noShadow'),
    )
  })

  test.each(sites)('of a site is rejected only for what breaks the page for a visitor: %s', file => {
    expect(refusedIn(file).map(({ rule }) => rule)).toEqual(['useAltText'])
  })
})

describe('an unchecked indexed access', () => {
  const folder = copyProject()
  const inSite = 'shared/site/ui/list.ts'
  const inEngine = 'server/lib/list.ts'

  const errorsIn = async (file: string, code: string) => {
    writeFileSync(join(folder, file), code)
    const { output } = await runScript(folder, 'scripts/check.ts')
    rmSync(join(folder, file))
    return output.match(/^\S+\.ts(?=\(\d+,\d+\): error)/gm) ?? []
  }

  test('is accepted in a site, and rejected in the engine', async () => {
    const code = 'export const first = (list: string[]): string => list[0]\n'
    expect(await errorsIn(inSite, code)).toEqual([])
    expect(await errorsIn(inEngine, code)).toEqual([inEngine])
  })

  test('doesn’t hide another type error in a site', async () => {
    expect(await errorsIn(inSite, 'export const first = (list: string[]): number => list[0]\n')).toEqual([
      inSite,
    ])
  })
})

const ofNode = ['Buffer', 'global', '__dirname']
const ofBrowser = ['document', 'window', 'location', 'history', 'localStorage', 'navigator']

describe('a file may use any global of browsers and Node but not,', () => {
  const refusedIn: Record<string, string[]> = {
    'shared/ui/a.ts': ofNode,
    'shared/site/pages/a.ts': ofNode,
    'client/a.ts': [...ofNode, 'process'],
    'server/http/a.ts': ofBrowser,
    'server/site/a.ts': ofBrowser,
    'scripts/lib/a.ts': ofBrowser,
    'shared/site/pages/a.test.ts': [],
    'server/site/a.test.ts': [],
  }
  const names = [...ofNode, 'process', ...ofBrowser]
  const text = names.map(name => `console.log(${name})\n`).join('')
  const refusals = lint(Object.fromEntries(Object.keys(refusedIn).map(file => [file, text])))

  test.each(Object.entries(refusedIn))('in %s: %j', (file, refused) => {
    const found = refusals.filter(refusal => refusal.file === file).map(({ line }) => names[line - 1])
    expect(found.sort()).toEqual([...refused].sort())
  })
})

/** Features that browsers have only supported since 2023. */
const tooNew = `.a {
  mask-image: none;
  align-items: anchor-center;
  width: round(1px, 2px);
}
.a:user-valid {
  inset: 0;
}
@counter-style a {
  symbols: a;
}
`

/** Features that older browsers can do without. */
const harmless = `.a {
  accent-color: red;
  animation-range: entry;
  animation-timeline: view();
  color: light-dark(#000, #fff);
  font-family: ui-monospace;
  hyphens: auto;
  resize: none;
  scrollbar-color: red blue;
  text-size-adjust: none;
  text-wrap: balance;
  view-timeline-name: --a;
}
.a::marker,
.a::picker-icon,
.a:popover-open,
.a::selection,
.a:user-invalid {
  color: red;
}
@starting-style {
  .a {
    opacity: 0;
  }
}
`

describe('a stylesheet', () => {
  const folders = ['shared/styles', 'shared/site/styles']
  const sheets = folders.flatMap(folder => [
    [`${folder}/new.css`, tooNew],
    [`${folder}/harmless.css`, harmless],
  ])
  const refusals = lint(Object.fromEntries(sheets))
  const hints = lint(Object.fromEntries(sheets), 'info')

  test('with features newer than 2022 is rejected in the engine, and gets hints in a site', () => {
    const message = (found: Refusal[]) => found.map(({ file, line, rule }) => `${file}:${line} ${rule}`)
    const at = (file: string) => [2, 3, 4, 6, 9].map(line => `${file}:${line} useBaseline`)
    expect(message(refusals)).toEqual(at('shared/styles/new.css'))
    expect(message(hints)).toEqual(at('shared/site/styles/new.css'))
  })

  test('may use new features that older browsers can do without', () => {
    const files = [...refusals, ...hints].map(({ file }) => file)
    expect(files.filter(file => file.endsWith('harmless.css'))).toEqual([])
  })
})

test('Biome ignores generated, installed and third-party files', () => {
  const wrong = 'debugger\n'
  const names = [
    'build/a.js',
    'build-1/a.js',
    'dist/a.js',
    'dist-1/a.js',
    'node_modules/a/a.js',
    'tests/browser/node_modules/a/a.js',
    'screenshots/a.js',
    'shared/site/public/a.js',
    'tests/fixture/shared/site/public/a.js',
  ]
  expect(lint({ 'a.js': wrong, ...Object.fromEntries(names.map(name => [name, wrong])) })).toEqual([
    { file: 'a.js', line: 1, rule: 'noDebugger' },
  ])
})

test('the compiler’s strict options are on', () => {
  const folder = mkdtempSync(join(tmpdir(), 'types-'))
  const options = { compilerOptions: { types: [] }, include: ['*.ts'], exclude: [] }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: join(root, 'tsconfig.json'), ...options }),
  )
  writeFileSync(join(folder, 'b.ts'), 'export interface Named { name?: string }\n')
  writeFileSync(
    join(folder, 'a.ts'),
    `import { Named } from './b.ts'
export const unchecked: string = [''][0]
export const exact: Named = { name: undefined }
export function returns(n: number) { if (n > 0) return 1 }
export function falls(n: number) { switch (n) { case 1: n++; case 2: n-- } }
export enum Emitted { one }
export const nothing: string = null
export const implicit = value => value
`,
  )
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout } = spawnSync(process.execPath, [tsc, '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  })
  expect(
    Array.from(stdout.matchAll(/^a\.ts\((\d+),.*error (TS\d+)/gm), ([, line, code]) => `${line} ${code}`),
  ).toEqual([
    '1 TS1484', // verbatimModuleSyntax: Node and esbuild can't tell that it's a type.
    '2 TS2322', // noUncheckedIndexedAccess
    '3 TS2375', // exactOptionalPropertyTypes
    '4 TS7030', // noImplicitReturns
    '5 TS7029', // noFallthroughCasesInSwitch
    '6 TS1294', // erasableSyntaxOnly
    '7 TS2322', // strict
    '8 TS7006', // strict
  ])
})
