import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformSync } from 'esbuild'
import { root } from '../../scripts/lib/root.ts'

const RAW = 'dangerouslySetInnerHTML'

/**
 * Finds raw HTML in the site's components. Trusted Types block it only after a click on a link, not in the document that the
 * server sends, so no check of a rendered page can see it.
 */
export const rawHtmlProblems = (): string[] =>
  globSync('shared/site/**/*.{ts,tsx,js,jsx}', { cwd: root, exclude: ['**/*.test.*'] })
    .map(file => file.replaceAll('\\', '/'))
    .sort()
    .flatMap(problemsIn)

function problemsIn(file: string): string[] {
  const source = readFileSync(join(root, file), 'utf8')
  if (!source.includes(RAW) || !isProperty(file, source)) return []
  return source
    .split('\n')
    .flatMap((line, index) =>
      line.includes(RAW)
        ? `${file}:${index + 1}: Trusted Types block ${RAW} after a click on a link: write <TrustedHtml html={…} /> of shared/ui/trusted-html.tsx`
        : [],
    )
}

/** Whether the name is used as a property, and not just in a string or a comment. esbuild's renaming of properties tells. */
function isProperty(file: string, source: string): boolean {
  const { mangleCache } = transformSync(source, {
    loader: file.endsWith('.ts') ? 'ts' : 'tsx',
    jsx: 'automatic',
    mangleProps: new RegExp(`^${RAW}$`),
    mangleQuoted: true,
    mangleCache: {},
  })
  return mangleCache !== undefined && RAW in mangleCache
}
