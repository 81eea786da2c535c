import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyProject, editFile, runScript } from './copy-project.ts'

/** A page of nearly two million bytes, which it may have: its words stand in it twice. */
const LARGE = { paragraphs: 9000, letters: 100 }

const pages = `
  jobs: { ...row('Jobs'), path: '/jobs' },
  job: { ...row('Job'), path: '/jobs/:slug', revalidate: 60 },
  large: { ...row('Large'), path: '/large' },
} as const`

const row = `
const row = <Title extends string>(title: Title) =>
  ({ title, description: \`The page \${title}, which shows data, so that a load can ask for it.\`, label: title, menus: {}, loader: true }) as const
`

const components = `
  jobs: () => import('./pages/words.tsx'),
  job: () => import('./pages/words.tsx'),
  large: () => import('./pages/words.tsx'),
} satisfies`

const component = `import { Prose } from '../../ui/prose.tsx'

export default function Words({ data }: { data: string[] }) {
  return (
    <Prose title="Words">
      {data.map(word => (
        <p key={word}>{word}</p>
      ))}
    </Prose>
  )
}
`

const loaders = `import type { Loaders } from '../owner.ts'

const words = Array.from({ length: ${LARGE.paragraphs} }, (_, n) => String(n).padEnd(${LARGE.letters}, ' of a page'))

export const loaders: Loaders = {
  jobs: { load: () => ({ data: ['mason', 'smith'] }) },
  job: { load: ({ params }) => ({ data: [params.slug] }) },
  large: { load: () => ({ data: words }) },
}
`

/** Builds a copy of the project with three pages with data more: /jobs, /jobs/:slug, which is kept, and /large. */
export async function buildMemorySite(): Promise<string> {
  const folder = copyProject()
  editFile(folder, 'shared/site/pages.ts', '\n} as const', pages)
  editFile(folder, 'shared/site/pages.ts', '\n/** The page table', `${row}\n/** The page table`)
  editFile(folder, 'shared/site/routes.tsx', '\n} satisfies', components)
  writeFileSync(join(folder, 'shared/site/pages/words.tsx'), component)
  writeFileSync(join(folder, 'server/site/loaders.ts'), loaders)
  const { code, output } = await runScript(folder, 'scripts/build.ts')
  if (code !== 0) throw new Error(output)
  return folder
}
