// Whether npm run check fails, by what its two tools say. system/npm-run-check.test.ts runs the real ones.
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { runNode } from '../support/copy-project.ts'
import { root } from '../support/folders.ts'

const folder = mkdtempSync(join(tmpdir(), 'check-test-'))
const write = (name: string, text: string) => {
  mkdirSync(join(folder, dirname(name)), { recursive: true })
  writeFileSync(join(folder, name), text)
}
for (const name of ['scripts/check.ts', 'scripts/lib/root.ts']) cpSync(join(root, name), join(folder, name))
write('package.json', '{ "type": "module" }')

/** Puts in place of a tool what finds this. */
function stubTool(name: string, command: string, found: string): void {
  write(`node_modules/${name}/package.json`, JSON.stringify({ bin: { [command]: 'bin.cjs' } }))
  write(
    `node_modules/${name}/bin.cjs`,
    `console.log(${JSON.stringify(found)}); process.exitCode = ${found ? 1 : 0}`,
  )
}

test.each([
  { what: 'Biome alone', biome: 'a rule is broken', types: '' },
  { what: 'the compiler alone', biome: '', types: 'a type is wrong' },
])('npm run check fails where $what finds something, and says what', async ({ biome, types }) => {
  stubTool('@biomejs/biome', 'biome', biome)
  stubTool('typescript', 'tsc', types)
  expect(await runNode(folder, ['scripts/check.ts'])).toEqual({ code: 1, output: `${biome || types}\n` })
})
