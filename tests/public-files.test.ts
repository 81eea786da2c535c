import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask } from './support/ask.ts'
import { start, stop } from './support/process.ts'
import { copyOfProject } from './support/project.ts'
import { other } from './support/table.ts'

/** Files as a company adds them: a search engine's proof of ownership, and what the build makes otherwise. */
const files = {
  'google123.html': 'google-site-verification: google123.html',
  'sub/page.html': '<!doctype html><title>Mine</title>',
  'robots.txt': 'User-agent: *\nDisallow: /\n',
  'llms.txt': '# Mine\n',
  'sitemap.xml': '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"></urlset>',
  '.well-known/security.txt': 'Contact: mailto:me@example.com\n',
  'apple-touch-icon.png': 'mine',
  'manifest.webmanifest': '{"name":"Mine"}',
}

let project: ReturnType<typeof copyOfProject>
const write = (name: string, text: string) => {
  mkdirSync(join(project.folder, 'shared/public', name, '..'), { recursive: true })
  project.write(join('shared/public', name), text)
}
beforeAll(() => {
  project = copyOfProject()
})
afterAll(() => project.remove())

function isServed(from: () => Promise<{ url: string; close: () => unknown }>) {
  let host: Awaited<ReturnType<typeof from>>
  beforeAll(async () => {
    host = await from()
  })
  afterAll(() => host?.close())
  test.each(Object.entries(files))('%s', async (name, text) => {
    const { status, headers, body } = await ask(`${host.url}/${name}`)
    expect([status, body.toString().slice(0, 100)]).toEqual([200, text])
    if (name.endsWith('.html')) expect(headers['content-type']).toMatch(/^text\/html\b/)
  })
  test('and a page of the site still has no .html', async () => {
    expect((await ask(`${host.url}${other.path}.html`)).status).toBe(404)
    expect((await ask(host.url + other.path)).status).toBe(200)
  })
}

describe('a file of shared/public/ is served under its own name, also where the build makes one of that name', () => {
  beforeAll(async () => {
    for (const [name, text] of Object.entries(files)) write(name, text)
    const { code, said } = await project.prerender()
    expect(code, said).toBe(0)
  })

  const server = (SERVE: string) => async () => {
    const running = await start({ bundle: join(project.folder, 'build/server.js'), env: { SERVE } })
    return { url: running.url, close: () => stop(running) }
  }
  describe('live', () => isServed(server('live')))
  describe('static', () => isServed(server('static')))
})

test.each([
  ['index.html', /shared\/public\/index\.html: that is what hosts serve for a folder/],
  ['404.html', /shared\/public\/404\.html: that is the not-found page/],
  ['assets/mine.js', /shared\/public\/assets\/mine\.js: that is a folder of the build/],
  ['_headers', /shared\/public\/_headers: that is what a host reads/],
  ['table.csv.gz', /table\.csv\.gz: that is the compressed form of a file/],
  [`${other.path.slice(1)}.html`, /^pages\.\w+\.path is .*: that is the file .*\.html/m],
])('a file %s is refused by its name', async (name, message) => {
  write(name, 'mine')
  const { code, said } = await project.build()
  rmSync(join(project.folder, 'shared/public', name))
  expect(said).toMatch(message)
  expect(code).toBe(1)
})
