import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import supertest from 'supertest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadBuiltSite } from '../scripts/write/built-site.ts'
import { hostFiles } from '../scripts/write/hosts.ts'
import { prerender } from '../scripts/write/write-site.ts'
import { siteFiles } from '../server/site-files.ts'
import { build, dist, hosted, listen, origin, siteUnderTest } from './support/server.ts'
import { paths, table } from './support/table.ts'

const decoders = { '.br': brotliDecompressSync, '.gz': gunzipSync }

/** Every file below a folder, by its path in there. */
async function tree(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries.filter(entry => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const files = await Promise.all(
    names.sort().map(async name => [name.slice(folder.length + 1), await readFile(name)] as const),
  )
  return new Map(files)
}

const digests = async (folder: string) =>
  [...(await tree(folder))].map(
    ([name, body]) => `${createHash('sha256').update(body).digest('hex')}  ${name}`,
  )

describe('dist/', () => {
  let server: Awaited<ReturnType<typeof listen>>
  let files: Awaited<ReturnType<typeof tree>>
  beforeAll(async () => {
    server = await listen(await siteUnderTest())
    files = await tree(dist)
  })
  afterAll(() => server.close())

  test.each([
    ...paths.map(path => [path, path === '/' ? 'index.html' : `${path.slice(1)}.html`]),
    ['/404', '404.html'],
    ['/nothing/here', '404.html'],
    ['/robots.txt', 'robots.txt'],
    ['/sitemap.xml', 'sitemap.xml'],
  ])('holds for %s byte for byte what the live server sends', async (path, file) => {
    const live = await supertest(server.url).get(path).buffer(true).responseType('blob')
    expect(live.body.toString()).toBe(files.get(file)?.toString())
  })

  test('holds every page and script in every content encoding, and each encoded file is its original again and smaller', () => {
    const coded = [...files].filter(([name]) => /\.(br|gz)$/.test(name))
    const has = new Set(coded.map(([name]) => name))
    for (const name of files.keys()) {
      if (!/\.(html|js)$/.test(name) || hosted.ownHtml.includes(`/${name}`)) continue
      for (const extension of Object.keys(decoders)) expect(has).toContain(name + extension)
    }
    for (const [name, body] of coded) {
      const [, original = '', extension = ''] = /^(.*)(\.\w+)$/.exec(name) ?? []
      const decoded = decoders[extension as keyof typeof decoders](body)
      expect(files.get(original)?.equals(decoded), `${name} is ${original}`).toBe(true)
      expect(body.length, name).toBeLessThan(decoded.length)
    }
  })
})

test('runs of the same source write the same tree', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'prerender-test-'))
  const run = async (name: string) => {
    const site = await loadBuiltSite(build, origin)
    const publicFolder = join(build, 'public')
    const files = { ...siteFiles(table, origin), ...hostFiles(hosted, origin) }
    await prerender({
      site,
      files,
      publicFolder,
      version: site.assets.version,
      origin,
      dist: join(folder, name),
      compression: { keep: (_, make) => make() },
    })
    return digests(join(folder, name))
  }
  try {
    expect(await run('first')).toEqual(await digests(dist))
    expect(await run('second')).toEqual(await digests(dist))
  } finally {
    await rm(folder, { recursive: true })
  }
})
