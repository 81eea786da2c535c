import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AT_ONCE } from '../scripts/write/batches.ts'
import { prerender } from '../scripts/write/write-site.ts'
import { NOWHERE } from '../server/paths.ts'
import { createPageTable } from '../shared/page-table.ts'
import { copyOfProject } from './support/project.ts'
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
      site: { table: createPageTable([]), paths: [...paths, NOWHERE], render },
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

/** Real sentences, of which each page has others. */
const subjects = ['The team', 'A customer', 'Our report', 'This contract', 'The server', 'Every visitor']
const verbs = ['reads', 'answers', 'measures', 'repairs', 'delivers', 'remembers', 'explains']
const objects = ['the first page', 'a broken promise', 'what was agreed', 'an old machine', 'a new idea']
const sentence = (n: number) =>
  `${subjects[n % 6]} ${verbs[n % 7]} ${objects[n % 5]} on day ${n} of ${(n * 7919) % 1000}.`
const words = (page: number) => Array.from({ length: 70 }, (_, i) => sentence(page * 70 + i)).join(' ')

test('a hundred pages of the browser, of 700 words each, add at most 2 kB to the script of every other page', async () => {
  const project = copyOfProject()
  const edit = (file: string, from: string, to: string) => {
    const text = readFileSync(join(project.folder, file), 'utf8')
    expect(text).toContain(from)
    project.write(file, text.replace(from, to))
  }
  project.write(
    'scripts/common.ts',
    `import { brotliCompressSync } from 'node:zlib'
    import { createBundler } from './build/bundle.ts'
    const bundler = await createBundler({ start: 'server/start.ts' })
    const { assets, files } = await bundler.rebuild().finally(bundler.dispose)
    const size = (url: string) => brotliCompressSync(files.get('public' + url) ?? '').length
    const sum = (urls: string[]) => urls.map(size).reduce((a, b) => a + b, 0)
    console.log(JSON.stringify([sum(assets.scripts), sum(assets.pageScripts.home ?? [])]))`,
  )
  const script = async (): Promise<number[]> => JSON.parse((await project.run('scripts/common.ts')).said)
  try {
    const [before = 0, home = 0] = await script()
    const ids = Array.from({ length: 100 }, (_, i) => `guide${i}`)
    const rows = ids.map((id, i) => {
      const title = sentence(i * 31)
      project.write(`shared/pages/${id}.tsx`, `export default () => <p>{${JSON.stringify(words(i))}}</p>`)
      return `${id}: { path: '/guides/${sentence(i).toLowerCase().replace(/\W+/g, '-').slice(0, -1)}', title: '${title}', description: '${title} ${title}', label: '${title}', menus: {}, type: 'WebPage' },`
    })
    edit('shared/pages.ts', '  privacy: {', `  ${rows.join('\n')}\n  privacy: {`)
    const modules = ids.map(id => `${id}: () => import('./pages/${id}.tsx'),`)
    edit('shared/routes.tsx', '  privacy:', `  ${modules.join('\n')}\n  privacy:`)
    const [after = 0, homeAfter = 0] = await script()
    expect(after - before).toBeGreaterThan(0)
    expect(after - before).toBeLessThanOrEqual(2000)
    expect(Math.abs(homeAfter - home)).toBeLessThan(50)
  } finally {
    project.remove()
  }
})
