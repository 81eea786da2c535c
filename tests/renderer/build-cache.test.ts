// What a build keeps for the next one, in node_modules/.cache: in a copy of the project, by processes of its own.
import { mkdirSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { copyProject, runNode } from '../support/copy-project.ts'

let copy: string
beforeAll(() => {
  copy = copyProject()
  unlinkSync(join(copy, 'node_modules')) // A link to that of the project.
})
beforeEach(() => {
  rmSync(join(copy, 'node_modules'), { recursive: true, force: true })
  mkdirSync(join(copy, 'node_modules'))
})

/** As `npm install` leaves it. */
const install = (sharp: string) =>
  writeFileSync(
    join(copy, 'node_modules/.package-lock.json'),
    JSON.stringify({ packages: { 'node_modules/sharp': { version: sharp } } }),
  )

/** Asks the cache, in a new process, for what was made of an input. Otherwise it makes `fresh` of it. */
async function build(input: string, fresh: string): Promise<string> {
  const code = `
    import { cached } from './scripts/lib/cache.ts'
    const kept = await cached([${JSON.stringify(input)}], async () => Buffer.from(${JSON.stringify(fresh)}))
    process.stdout.write(kept)`
  const { output } = await runNode(copy, ['--input-type=module', '--eval', code])
  return output
}

test('a build takes what an earlier one has made of the same input', async () => {
  install('0.35.5')
  await build('a picture', 'first')
  expect(await build('a picture', 'second')).toBe('first')
  expect(await build('another picture', 'third')).toBe('third')
})

test('a build makes everything anew when another version of a library is installed', async () => {
  install('0.35.5')
  await build('a picture', 'first')
  install('0.35.6')
  expect(await build('a picture', 'second')).toBe('second')
})

test('a build keeps nothing where it cannot know what is installed', async () => {
  await build('a picture', 'first')
  expect(await build('a picture', 'second')).toBe('second')
})
