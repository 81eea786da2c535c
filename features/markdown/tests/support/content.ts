import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import type { TextField, TextFields } from '../../../../joints.ts'
import { makeTable, routesOf } from '../../../../scripts/bundle/make-table.ts'
import { elementsOfPage } from '../../../../scripts/problems/html.ts'
import type { LinkTargets } from '../../../../scripts/problems/link-checks.ts'
import { createCheck } from '../../../../scripts/problems/page-checks.ts'
import { fieldIn, tableProblems, wordProblems } from '../../../../scripts/problems/route-checks.ts'
import { documentOf } from '../../../../tests/support/document-of.ts'
import { companyFile, site } from '../../../../tests/support/site.tsx'
import { type ContentSource, readContent, routesOfContent } from '../../read-content.ts'

/** A page of the table. */
export const home = { path: '/', title: 'Home', label: 'x', description: 'x'.repeat(50), menus: {} } as const
const about = {
  ...home,
  menus: { header: 1 },
  path: '/about',
  title: 'About',
  description: 'y'.repeat(50),
} as const

/** A field that another feature adds. */
const old: TextField = {
  read: value => (Array.isArray(value) ? value : undefined),
  wanted: 'a list of paths',
  example: '[/old-note]',
}

let pages = 0
/** A file with these fields, and a description of its own. They begin at the third line, its text at the fifth. */
export const markdown = (fields: string, text = 'Words.') =>
  `---\ndescription: What we have learned in a week of work for somebody, number ${++pages}.\n${fields}\n---\n${text}\n`

/** Reads these files of shared/site/content/ as a build of a day does, in a site with / and /about. */
export async function readFiles(
  files: Record<string, string | Buffer>,
  day?: string,
  fields: TextFields = { old },
) {
  const folder = mkdtempSync(join(tmpdir(), 'content-test-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const content = await readContent(folder, day, fields)
  const { sources } = content
  const read = routesOfContent(content)
  const table = makeTable(routesOf({ home, about, ...read.routes }, site.company, []), companyFile, [])
  const targets: LinkTargets = {
    table,
    isPage: path => table.match(path) !== undefined,
    isFile: path => path === '/Preise für Größen.pdf',
    whyMissing: read.whyMissing,
    linkAt: (path, href) => read.linkAt(path, href) ?? `${path}: the link to ${href}`,
    isEndpoint: async path => path === '/api/export.csv',
  }
  const refusing = [...tableProblems(table, [], undefined, fieldIn([read])), ...read.problems({})]
  const problems = [
    ...refusing,
    // A build says these of what it has not refused.
    ...(refusing.length > 0 ? [] : wordProblems(table, fieldIn([read]))),
    ...(await linkProblems(sources, targets)),
  ]
  return {
    sources,
    targets,
    fieldAt: read.fieldAt,
    problems: problems.map(problem => problem.replace('shared/site/content/', '')),
  }
}

/** What a build says of the links in these texts. */
async function linkProblems(sources: readonly ContentSource[], targets: LinkTargets): Promise<string[]> {
  const check = createCheck(targets)
  for (const { route, html } of sources) {
    const elements = elementsOfPage(`<main><h1>${route.title}</h1>${html}</main>`)
    await check.add(
      route.path,
      elements.filter(({ attributes }) => !attributes.has('src')),
    )
  }
  // Its headings are checked in the text.
  return [...new Set(check.problems())].filter(problem => problem.includes(': the link to '))
}

/** The page of one file, which must be right. */
export async function readPage(text: string) {
  const { problems, sources } = await readFiles({ 'a.md': text })
  expect(problems).toEqual([])
  return { title: sources[0]?.route.title, document: documentOf(sources[0]?.html) }
}
