// When a build reuses results that an earlier build left in node_modules/.cache.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runNode } from '../support/copy-project.ts'
import { root } from '../support/folders.ts'

describe('in a copy of the scripts, in processes of their own,', () => {
  let copy: string
  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'scripts-'))
    for (const name of ['package.json', 'scripts/lib', 'server/lib', 'server/version.ts'])
      cpSync(join(root, name), join(copy, name), { recursive: true })
  })
  beforeEach(() => {
    rmSync(join(copy, 'node_modules'), { recursive: true, force: true })
    mkdirSync(join(copy, 'node_modules'))
  })

  /** Writes the lock file that `npm install` leaves. */
  const install = (sharp: string) =>
    writeFileSync(
      join(copy, 'node_modules/.package-lock.json'),
      JSON.stringify({ packages: { 'node_modules/sharp': { version: sharp } } }),
    )

  /** Reads the cached result of an input, in a new process. On a miss, the result is `fresh`. */
  async function build(input: string, fresh: string): Promise<string> {
    const code = `
    import { cached } from './scripts/lib/build-cache.ts'
    const kept = await cached([${JSON.stringify(input)}], async () => Buffer.from(${JSON.stringify(fresh)}))
    process.stdout.write(kept)`
    const { output } = await runNode(copy, ['--input-type=module', '--eval', code])
    return output
  }

  test('a build reuses the cached result of the same input', async () => {
    install('0.35.5')
    await build('a picture', 'first')
    expect(await build('a picture', 'second')).toBe('first')
    expect(await build('another picture', 'third')).toBe('third')
  })

  test('a build discards cached results when another version of a library is installed', async () => {
    install('0.35.5')
    await build('a picture', 'first')
    install('0.35.6')
    expect(await build('a picture', 'second')).toBe('second')
  })

  test('a build caches nothing if it can’t tell what is installed', async () => {
    await build('a picture', 'first')
    expect(await build('a picture', 'second')).toBe('second')
  })
})

test('a command caches compiled code in node_modules/.cache', async () => {
  const code = `
    import './scripts/lib/run-command.ts'
    import { getCompileCacheDir } from 'node:module'
    import { relative, sep } from 'node:path'
    console.log(...relative('', getCompileCacheDir()).split(sep).slice(0, 2))`
  const { output } = await runNode(root, ['--input-type=module', '--eval', code])
  expect(output).toBe('node_modules .cache\n')
})
