// When a server starts from build/ and dist/. If it can't, it exits with 1, and says on stderr what to do. static-server.test.ts has
// the checks of dist/, server-variables.test.ts the values of variables.
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { editFile, runNode } from '../support/copy-project.ts'
import { manifest } from '../support/fixture-site.ts'
import { root } from '../support/folders.ts'
import { request } from '../support/http.ts'
import { skipIf } from '../support/needs.ts'
import { holdPort } from '../support/ports.ts'
import { runBefore, start } from '../support/process.ts'

describe('a copy of build/ and dist/', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'site-'))
    for (const name of ['build', 'dist'])
      cpSync(join(inject('fixture'), name), join(folder, name), { recursive: true })
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const edit = (file: string, from: string | RegExp, to: string) => editFile(folder, file, from, to)
  const remove = (file: string) => rmSync(join(folder, file), { recursive: true })

  test.each<{ what: string; damage: () => void; reason: RegExp }>([
    {
      what: 'no manifest.json',
      damage: () => remove('build/manifest.json'),
      reason: /manifest\.json is missing or damaged/,
    },
    {
      what: 'half a manifest.json',
      damage: () => edit('build/manifest.json', /,.*/s, ''),
      reason: /manifest\.json is missing or damaged/,
    },
    { what: 'no program.js', damage: () => remove('build/program.js'), reason: /program\.js is missing/ },
    {
      what: 'the program.js of another build',
      damage: () => edit('build/program.js', `'${manifest.buildId}'`, "'another-build'"),
      reason: /program\.js and manifest\.json are from two builds/,
    },
    {
      what: 'no build/public/',
      damage: () => remove('build/public'),
      reason: /public can't be read \(ENOENT/,
    },
  ])('doesn’t start with $what, and one line says what to run', async ({ damage, reason }) => {
    damage()
    // Nothing is in the log.
    const refusal = new RegExp(`^ended with 1: \\S+${reason.source}.*: run npm run build\n$`)
    await expect(start(folder)).rejects.toThrow(refusal)
  })

  // Root may read everything, so the server runs as a user who owns nothing.
  const asNobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  test.each(['build/manifest.json', 'build/public'])(
    'doesn’t start if it may not read %s, and one line says so',
    skipIf(process.platform === 'win32', 'on Windows everybody may read the file'),
    async name => {
      chmodSync(folder, 0o755)
      chmodSync(join(folder, name), 0o000)
      const ended = await runNode(folder, ['build/server.js'], { PORT: '0' }, asNobody)
      chmodSync(join(folder, name), 0o755)
      expect(ended).toEqual({
        code: 1,
        output: expect.stringMatching(
          /^\S+ can't be read \(EACCES: permission denied, .*\): change the owner or the permissions\n$/,
        ),
      })
      expect(ended.output).toContain(`${join(folder, name)} can't`)
    },
  )

  const paths = ['/', '/kontakt', '/api/status', '/lageplan.svg', '/nothing']
  test.each(['live', 'static'])(
    'is all that a process needs with the flags of the image, and stderr stays empty: SERVE=%s',
    async SERVE => {
      symlinkSync('.', join(folder, 'release'))
      const [, command = '[]'] = /^CMD (\[.*\])$/m.exec(readFileSync(join(root, 'Dockerfile'), 'utf8')) ?? []
      const [node, ...args] = JSON.parse(command) as string[]
      expect({ node, args }).toEqual({ node: 'node', args: expect.arrayContaining(['--permission']) })
      const cwd = join(folder, 'release')
      const server = await start('.', { env: { SERVE }, args: args.slice(0, -1), cwd })
      const statuses: Record<string, number> = {}
      for (const path of paths) statuses[path] = (await request(server.url + path)).status
      expect(statuses).toEqual({
        '/': 200,
        '/kontakt': 200,
        '/api/status': 200,
        '/lageplan.svg': 200,
        '/nothing': 404,
      })
      server.signal('SIGINT')
      expect(await server.ended).toBe(0)
      expect(server.written.stderr).toBe('')
    },
  )

  test.each([
    { SERVE: 'live', assets: 'build/public/assets' },
    { SERVE: 'static', assets: 'dist/assets' },
  ])('serves assets of the previous release that were copied into $assets', async ({ SERVE, assets }) => {
    writeFileSync(join(folder, assets, 'former-0ABC.js'), 'export {}')
    const { url } = await start(folder, { env: { SERVE } })
    const { status, headers } = await request(`${url}/assets/former-0ABC.js`)
    expect({ status, cacheControl: headers['cache-control'] }).toEqual({
      status: 200,
      cacheControl: 'public, max-age=31536000, immutable',
    })
  })
})

const asNode = (version: string) =>
  runBefore(
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`,
  )

test('a start with an older Node names the version that the server needs', async () => {
  await expect(start(inject('fixture'), { args: asNode('25.9.9') })).rejects.toThrow(
    /^ended with 1: Node 25\.9\.9 is too old: install Node 26 or newer\.\n$/,
  )
})

test('a start says so if PORT is in use', async () => {
  const PORT = `${await holdPort()}`
  await expect(start(inject('fixture'), { env: { PORT } })).rejects.toThrow(
    `ended with 1: PORT=${PORT} is in use: choose another one, or 0 for any free port.\n`,
  )
})

test('a start prints an error of endpoints.ts with its place', async () => {
  const args = runBefore(`globalThis.testEndpoints = () => { throw new Error('on purpose') }`)
  await expect(start(inject('fixture'), { args })).rejects.toThrow(
    /^ended with 1: Error: on purpose\n(.*\n)*? +at .*server\/site\/endpoints\.ts:\d+/,
  )
})
