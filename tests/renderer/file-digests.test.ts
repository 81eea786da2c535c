import { cpSync, mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { build, dist, listen, manifest, siteOf } from '../support/fixture-site.ts'

test.each(['live', 'static'] as const)(
  '%s: a link preview and a large file have ETags of their bytes, whenever they were written',
  async serve => {
    const etagsOf = async (writtenAt: number, firstByte: string) => {
      const copy = mkdtempSync(join(tmpdir(), 'site-'))
      cpSync(build, join(copy, 'build'), { recursive: true })
      cpSync(dist, join(copy, 'dist'), { recursive: true })
      for (const folder of ['build/public', 'dist']) {
        const film = join(copy, folder, 'film.mp4')
        writeFileSync(film, firstByte.padEnd(2_000_000, 'x'))
        for (const file of [film, join(copy, folder, 'og/home.png')]) utimesSync(file, writtenAt, writtenAt)
      }
      const folders = { build: join(copy, 'build'), dist: join(copy, 'dist') }
      await using server = await listen(await siteOf({ serve, ...folders }))
      const etagOf = async (path: string) => (await ask(server.url + path)).headers.etag
      return { preview: await etagOf('/og/home.png'), film: await etagOf('/film.mp4') }
    }
    const first = await etagsOf(1000, 'a')
    expect(first).toEqual({ preview: expect.stringMatching(/^"/), film: expect.stringMatching(/^"/) })
    expect(await etagsOf(2000, 'a')).toEqual(first)
    expect((await etagsOf(1000, 'b')).film).not.toBe(first.film)
  },
)

test('the build has hashed each link preview, so that a start need not read them', () => {
  const names = readdirSync(join(build, 'public/og'), { recursive: true, encoding: 'utf8' })
  const previews = names.filter(name => name.endsWith('.png')).map(name => `og/${name.replaceAll('\\', '/')}`)
  expect(previews).toContain('og/home.png')
  expect(Object.keys(manifest.digests)).toEqual(expect.arrayContaining(previews))
})
