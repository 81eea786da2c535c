import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Assets, PRERENDERED, type Prerendered } from '../server/assets.ts'
import { start, stop } from './support/process.ts'
import { build, dist, origin } from './support/server.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'one-build-test-'))
  cpSync(build, join(folder, 'build'), { recursive: true })
  cpSync(dist, join(folder, 'dist'), { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true }))

const startCopy = (env: Record<string, string>) => start({ env, bundle: join(folder, 'build/server.js') })

function edit<T>(file: string, change: (record: T) => void): void {
  const record = JSON.parse(readFileSync(join(folder, file), 'utf8')) as T
  change(record)
  writeFileSync(join(folder, file), JSON.stringify(record))
}

async function refuses(env: Record<string, string>, reason: RegExp, cure: string): Promise<void> {
  const server = await startCopy(env)
  expect(await server.ended).toBe(1)
  expect(server.logs).toEqual([])
  expect(server.complaints()).toMatch(/^[^\n]+\n$/)
  expect(server.complaints()).toMatch(reason)
  expect(server.complaints()).toContain(cure)
}

const script = readdirSync(join(build, 'public/assets')).find(name => name.endsWith('.js')) ?? ''

describe('a static server refuses to start, with one line that says what to run,', () => {
  const env = { SERVE: 'static' }
  const cure = 'npm run prerender'

  test('where dist/ is of another build', async () => {
    edit<Assets>('build/assets.json', assets => {
      assets.version = 'another'
    })
    await refuses(env, /dist is of build .*, not of another/, cure)
  })
  test('where dist/ is of another origin', async () => {
    await refuses({ ...env, SITE_ORIGIN: 'https://other.example' }, /not of https:\/\/other\.example/, cure)
  })
  test('where there is no dist/', async () => {
    rmSync(join(folder, 'dist'), { recursive: true })
    await refuses(env, /dist.* is missing/, cure)
  })
  test('where a page is missing', async () => {
    rmSync(join(folder, 'dist/404.html'))
    await refuses(env, /404\.html is missing/, cure)
  })
  test('where a script is cut short', async () => {
    writeFileSync(join(folder, 'dist/assets', script), 'half')
    await refuses(env, /\.js is damaged/, cure)
  })
  test('where dist/ does not say what it is', async () => {
    writeFileSync(join(folder, 'dist', PRERENDERED), '{')
    await refuses(env, /is missing or damaged/, cure)
  })
})

describe('a live server refuses to start, with one line that says what to run,', () => {
  test.each([
    ['is missing', () => rmSync(join(folder, 'build/assets.json'))],
    ['is damaged', () => writeFileSync(join(folder, 'build/assets.json'), '{"version":')],
    ['says nothing', () => writeFileSync(join(folder, 'build/assets.json'), '{}')],
  ])('where build/assets.json %s', async (_, damage) => {
    damage()
    await refuses({}, /assets\.json is missing or damaged/, 'npm run build')
  })
  test.each([
    ['is missing', (file: string) => rmSync(file)],
    ['is empty', (file: string) => writeFileSync(file, '')],
    ['is cut short', (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 9999))],
    ['is of another build', (file: string) => writeFileSync(file, `${readFileSync(file)}\n`)],
  ])('where build/start.js %s', async (_, damage) => {
    damage(join(folder, 'build/start.js'))
    await refuses({}, /start\.js is missing, damaged or of another build/, 'npm run build')
  })
  test('where a file cannot be read', async () => {
    const file = join(folder, 'build/public/assets', script)
    rmSync(file)
    symlinkSync(file, file)
    await refuses({}, /\.js cannot be read: ELOOP/, 'npm run build')
  })
  test('where a script is missing', async () => {
    rmSync(join(folder, 'build/public/assets', script))
    await refuses({}, /\.js is missing/, 'npm run build')
  })
})

test.each(['live', 'static'])(
  'the first line of the log names the mode %s, the origin and the build',
  async SERVE => {
    const server = await startCopy({ SERVE })
    const { version } = JSON.parse(readFileSync(join(folder, 'dist', PRERENDERED), 'utf8')) as Prerendered
    expect(server.logs.find(({ port }) => port)).toMatchObject({ serve: SERVE, origin, build: version })
    await stop(server)
  },
)
