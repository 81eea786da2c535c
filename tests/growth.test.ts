import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AT_ONCE, prerender } from '../scripts/prerender/write-site.ts'
import { NOWHERE } from '../server/paths.ts'
import { createTable } from '../shared/table.ts'
import { root } from './support/server.ts'

const paths = ['/', ...Array.from({ length: 99 }, (_, i) => `/page-${i}`)]

const html = (path: string) => `<!DOCTYPE html><html lang="en"><head><title>The page at ${path}</title>
<meta name="description" content="This page at ${path} stands for one of a great many pages."></head>
<body><h1>${path}</h1></body></html>`

test('a prerender of many pages never holds more than a few of them, and tells of each in the order of the table', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'growth-test-'))
  const written: string[] = []
  let rendered = 0
  let most = 0
  const render = async (path: string) => {
    most = Math.max(most, ++rendered - written.length)
    return Buffer.from(html(path))
  }
  try {
    await prerender({
      site: { table: createTable([]), paths: [...paths, NOWHERE], render },
      files: {},
      publicFolder: join(root, 'shared/public'),
      version: '',
      origin: '',
      dist: join(folder, 'dist'),
      onPage: file => written.push(file),
    })
    expect(most).toBe(AT_ONCE)
    expect(written).toEqual([
      'index.html',
      ...paths.slice(1).map(path => `${path.slice(1)}.html`),
      '404.html',
    ])
    const files = (await readdir(join(folder, 'dist'))).filter(name => name.endsWith('.html'))
    expect(files).toHaveLength(paths.length + 1)
  } finally {
    await rm(folder, { recursive: true })
  }
})
