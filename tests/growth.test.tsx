import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { AT_ONCE, prerender } from '../scripts/prerender/write-site.ts'
import { createRenderer, type Render, renderPage } from '../server/render.tsx'
import { root } from './support/server.ts'

const paths = ['/', ...Array.from({ length: 99 }, (_, i) => `/page-${i}`)]

function Generated() {
  const { pathname } = useLocation()
  return (
    <html lang="en">
      <head>
        <title>{`The page at ${pathname}`}</title>
        <meta name="description" content={`This page at ${pathname} stands for one of a great many pages.`} />
      </head>
      <body>
        <h1>{pathname}</h1>
      </body>
    </html>
  )
}

test('a prerender of many pages never holds more than a few of them, and tells of each in the order of the table', async () => {
  const render = createRenderer([...paths, '*'].map(path => ({ path, Component: Generated })))
  const folder = await mkdtemp(join(tmpdir(), 'growth-test-'))
  const written: string[] = []
  let rendered = 0
  let most = 0
  const counted: Render = (path, signal) => {
    most = Math.max(most, ++rendered - written.length)
    return render(path, signal)
  }
  try {
    await prerender({
      render: counted,
      paths,
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
    const html = (await readdir(join(folder, 'dist'))).filter(name => name.endsWith('.html'))
    expect(html).toHaveLength(paths.length + 1)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('rendering a page looks at no route but its own', async () => {
  let looks = 0
  const other = {
    path: '/other',
    Component: Generated,
    get caseSensitive() {
      looks++
      return true
    },
  }
  const render = createRenderer([{ path: '/this', Component: Generated }, other])
  expect((await renderPage(render, '/this')).toString()).toContain('<h1>/this</h1>')
  expect(looks).toBe(0)
})
