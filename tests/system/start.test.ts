// When a server starts from build/ and dist/, and how it refuses to.
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { editFile, runNode } from '../support/copy-project.ts'
import { root } from '../support/folders.ts'
import { request } from '../support/http.ts'
import { skipIf } from '../support/needs.ts'
import { start } from '../support/process.ts'

/** Matches the output of a refused start: one line that says what to do, and nothing in the log. */
const refusal = (reason: RegExp) => new RegExp(`^ended with 1: .*${reason.source}.*\n$`)

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
      reason: /manifest\.json.*npm run build/,
    },
    {
      what: 'half a manifest.json',
      damage: () => edit('build/manifest.json', /,.*/s, ''),
      reason: /manifest\.json.*npm run build/,
    },
    { what: 'no program.js', damage: () => remove('build/program.js'), reason: /program\.js.*npm run build/ },
    { what: 'no dist/', damage: () => remove('dist'), reason: /dist.*npm run prerender/ },
  ])('doesn’t start with $what, and one line says what to run', async ({ damage, reason }) => {
    damage()
    const starting = start(folder, { env: { SERVE: 'static' } })
    await expect(starting).rejects.toThrow(refusal(reason))
  })

  // Root may read everything, so the server runs as a user who owns nothing.
  const asNobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  test.each(['build/manifest.json', 'dist/.build.json', 'build/public'])(
    'doesn’t start if it may not read %s, and one line says so',
    skipIf(process.platform === 'win32', 'on Windows everybody may read the file'),
    async name => {
      chmodSync(folder, 0o755)
      chmodSync(join(folder, name), 0o000)
      const env = { PORT: '0', SERVE: name.startsWith('dist') ? 'static' : 'live' }
      const ended = await runNode(folder, ['build/server.js'], env, asNobody)
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
