import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { isAcme } from './acme.ts'
import { copyProject, linkPackages, runNode, runScript } from './copy-project.ts'
import { type Code, documentedCode } from './documented-code.ts'
import { root } from './folders.ts'
import { skipIf } from './needs.ts'

const hasPackages = existsSync(join(root, 'tests/browser/node_modules/nodemailer'))
/** Options for tests of the documented site. */
export const ofAcme = isAcme
  ? skipIf(!hasPackages, 'npm run browsers installs its packages')
  : skipIf(true, 'the site is a company’s')

/** Inserts a code block into an object of a file, with the block's imports. */
function withCode(source: string, object: string, code: string): string {
  const begin = new RegExp(`^ *((export )?const )?${object}\\b.*[=:] \\{`, 'm')
  expect(source).toMatch(begin)
  const imports = code.match(/^import .*\n/gm)?.join('') ?? ''
  return imports + source.replace(begin, match => `${match}\n${code.replace(imports, '')}`)
}

const ofTailwind = documentedCode('tailwind').map(({ file }) => file)

/** Prerenders a copy of the project with the documents' code in the files that it names. */
export async function prerenderDocumented(blocks: readonly Code[]): Promise<string> {
  const folder = copyProject({ withTests: true })
  linkPackages(folder)
  for (const [i, { file, object, code }] of blocks.entries()) {
    if (ofTailwind.includes(file)) continue // Only tests/browser/ has its packages, and a test for it.
    const text = object ? withCode(readFileSync(join(folder, file), 'utf8'), object, code) : code
    // The last of several blocks for a whole file is served. The others are compiled beside it.
    const isReplaced = !object && blocks.slice(i + 1).some(later => later.file === file && !later.object)
    const path = join(folder, isReplaced ? file.replace('.', `-${i}.`) : file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  // As analytics.md says: otherwise page views would miss visitors who only read.
  const table = join(folder, 'shared/site/routes.ts')
  writeFileSync(table, readFileSync(table, 'utf8').replaceAll("    hydrate: 'interaction',\n", ''))
  const { code, output } = await runScript(folder, 'scripts/prerender.ts')
  expect(code, output).toBe(0)
  return folder
}

/** Runs the compiler, the linter and the tests in server/site/ on a copy. Throws if they find a problem. */
export async function checkDocumented(folder: string, passed: number): Promise<void> {
  const run = (command: string, ...args: string[]) =>
    execFileSync(process.execPath, [join(root, 'node_modules', command), ...args], {
      cwd: folder,
      stdio: 'pipe',
    })
  const types = '{ "include": ["server", "shared"], "extends": "./tsconfig.json" }'
  writeFileSync(join(folder, 'types.json'), types)
  run('typescript/bin/tsc', '-p', 'types.json')
  run('@biomejs/biome/bin/biome', 'lint', '--vcs-enabled=false', 'server', 'shared')
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const { code, output } = await runNode(folder, [vitest, 'run', '--project', 'site', 'server/site'])
  expect(code, output).toBe(0)
  expect(output).toContain(`${passed} passed`)
}
