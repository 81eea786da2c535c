import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { editFile } from '../../../../tests/support/copy-project.ts'
import type { Load } from '../../../../tests/support/memory.ts'

/** The size of a page in kB of HTML, and the number of words it takes. Each word is in it twice, once as data. */
const SIZES = { 8: 10, 150: 640, 1300: 5900 }

const sizes = Object.entries(SIZES)

const pages = `
${sizes.map(([size]) => `  cached${size}: { ...route('Words'), path: '/cached-${size}/:slug', revalidate: 60 },\n  fresh${size}: { ...route('Words'), path: '/fresh-${size}/:slug' },`).join('\n')}
} as const`

const route = `
const route = <Title extends string>(title: Title) =>
  ({ title, description: \`The page \${title}, which shows data, so that a load can ask for it.\`, label: title, loader: true }) as const
`

const components = `
${sizes.map(([size]) => `  cached${size}: () => import('./pages/words.tsx'),\n  fresh${size}: () => import('./pages/words.tsx'),`).join('\n')}
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

/** The words all differ, and differ by slug, so that a page compresses no better than a real one. */
const loaders = `const word = (slug: string, n: number) => \`\${slug} \${n} \${Math.sin(n + slug.length).toString(36)} in a line of a page\`.padEnd(100, \` \${n}\`)
const words = (slug: string, count: number) => ({ data: Array.from({ length: count }, (_, n) => word(slug, n)) })

export const loaders = {
${sizes.map(([size, count]) => `  cached${size}: { load: ({ params }: { params: { slug: string } }) => words(params.slug, ${count}) },\n  fresh${size}: { load: ({ params }: { params: { slug: string } }) => words(params.slug, ${count}) },`).join('\n')}
}
`

/** Adds two pages with data for each size: /cached-8/:slug, which is cached, and /fresh-8/:slug, which isn't. */
export function addPages(folder: string): void {
  editFile(folder, 'shared/site/routes.ts', '\n} as const', pages)
  editFile(folder, 'shared/site/routes.ts', '\n/** The route table', `${route}\n/** The route table`)
  editFile(folder, 'shared/site/components.ts', '\n} satisfies', components)
  writeFileSync(join(folder, 'shared/site/pages/words.tsx'), component)
  writeFileSync(join(folder, 'server/site/loaders.ts'), loaders)
}

const visitors = (name: string, path: string): Load => ({
  name: `${name}, 200 at once`,
  path: `${path}/slug-*`,
  connections: 200,
})

export const LOADS: readonly Load[] = [
  visitors('slugs of 8 kB, cached', '/cached-8'),
  visitors('slugs of 150 kB, cached', '/cached-150'),
  visitors('slugs of 1,300 kB, cached', '/cached-1300'),
  visitors('slugs of 8 kB', '/fresh-8'),
  visitors('slugs of 150 kB', '/fresh-150'),
  visitors('slugs of 1,300 kB', '/fresh-1300'),
  {
    name: 'eight unread requests on each of 500 connections',
    path: '/fresh-8/slug',
    connections: 500,
    isUnread: true,
  },
]
