import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyProject, editFile, runScript } from './copy-project.ts'

/** In bytes, of 2,000,000 that a page may have: its words stand in it twice. */
const LARGE_TEXT = 900_000

const row = (id: string, path: string, more = '') =>
  `${id}: { path: '${path}', title: '${id}', description: '${'What this page is about. '.repeat(3)}', label: '${id}', menus: {}, loader: true, ${more}},\n`

/** A copy of the project, as it ships but for three pages with data, built: /jobs, /jobs/:slug, which is kept, and /large. */
export async function buildMemorySite(): Promise<string> {
  const folder = copyProject()
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text)
  editFile(
    folder,
    'shared/site/pages.ts',
    /^\} as const/m,
    `${row('jobs', '/jobs')}${row('job', '/jobs/:slug', 'revalidate: 60')}${row('large', '/large')}} as const`,
  )
  const home = readFileSync(join(folder, 'shared/site/routes.tsx'), 'utf8').match(/home: .*/)?.[0] ?? ''
  const line = (id: string) => `  ${id}: () => import('./pages/${id}.tsx'),\n`
  editFile(folder, 'shared/site/routes.tsx', home, `${home}\n${line('jobs')}${line('job')}${line('large')}`)
  write(
    'shared/site/pages/jobs.tsx',
    page('{ jobs: string[] }', '{data.jobs.map(job => <p key={job}><a href={`/jobs/${job}`}>{job}</a></p>)}'),
  )
  write('shared/site/pages/job.tsx', page('{ title: string }', '<p>{data.title}</p>'))
  write(
    'shared/site/pages/large.tsx',
    page('{ words: string[] }', '{data.words.map((word, n) => <p key={n}>{word}</p>)}'),
  )
  write('server/site/loaders.ts', LOADERS)
  const { code, output } = await runScript(folder, 'scripts/build.ts')
  if (code !== 0) throw new Error(output)
  return folder
}

const page = (data: string, body: string) => `import { Prose } from '../../ui/prose.tsx'

export default function Page({ data }: { data: ${data} }) {
  return <Prose title="A page with data">${body}</Prose>
}
`

const LOADERS = `import type { Loaders } from '../pages/loader.ts'

const words = Array.from({ length: ${LARGE_TEXT / 100} }, (_, n) => String(n).padEnd(100, ' words of a page'))

export const loaders: Loaders = {
  jobs: { load: async () => ({ data: { jobs: ['mason', 'smith'] } }) },
  job: { load: async ({ params }) => ({ data: { title: params.slug } }) },
  large: { load: async () => ({ data: { words } }) },
}
`
