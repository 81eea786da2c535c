// Whether npm run check fails, and what it prints, by what its two tools say. npm-run-check.test.ts runs the real ones.
import { cpSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
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
for (const name of ['scripts/check.ts', 'scripts/lib', 'server/errors.ts'])
  cpSync(join(root, name), join(folder, name), { recursive: true })
write('package.json', '{ "type": "module" }')

/** Puts in place of a tool what finds this, as JavaScript. */
function stubTool(name: string, command: string, found: string): void {
  write(`node_modules/${name}/package.json`, JSON.stringify({ bin: { [command]: 'bin.cjs' } }))
  write(
    `node_modules/${name}/bin.cjs`,
    `const found = ${found}; console.log(found); process.exitCode = found ? 1 : 0`,
  )
}

/** Runs the check on two tools that find this, as JavaScript. */
function check(biome: string, types: string, ...options: string[]) {
  stubTool('@biomejs/biome', 'biome', biome)
  stubTool('typescript', 'tsc', types)
  return runNode(folder, [...options, 'scripts/check.ts'])
}

test.each([
  { what: 'Biome alone', biome: 'a rule is broken', types: '' },
  { what: 'the compiler alone', biome: '', types: 'a type is wrong' },
])('npm run check fails where $what finds something, and says what', async ({ biome, types }) => {
  expect(await check(`'${biome}'`, `'${types}'`)).toEqual({ code: 1, output: `${biome || types}\n` })
})

const givenOptions = 'process.argv.slice(2).join(" ")'
const incremental = `--incremental --tsBuildInfoFile ${join(realpathSync(folder), 'node_modules/.cache/site/types.tsbuildinfo')}`

test('npm run check has both tools write without colours into a file', async () => {
  const { output } = await check(givenOptions, givenOptions)
  expect(output).toMatch(/^ci .*--colors=off /)
  expect(output).toContain(`${incremental} --pretty false\n`)
})

test('npm run check has both tools write in colours into a terminal', async () => {
  const terminal = 'data:text/javascript,process.stdout.isTTY = true'
  const { output } = await check(givenOptions, givenOptions, '--import', terminal)
  expect(output).toMatch(/^ci .*--colors=force /)
  expect(output).toContain(`${incremental} --pretty true\n`)
})

test.each([
  { what: 'the format of a file', found: 'a.ts format \u001b[33m━━━━━\u001b[0m' },
  { what: 'a rule that Biome can correct', found: '\u001b[36mSafe fix\u001b[0m: Organize Imports.' },
])('npm run check names npm run fix for $what', async ({ found }) => {
  const { output } = await check(JSON.stringify(found), "''")
  expect(output).toBe(`${found}\n\nnpm run fix corrects what Biome can correct by itself.\n`)
})
