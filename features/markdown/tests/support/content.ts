import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import type { FrontMatterField, FrontMatterFields } from '../../../../extension-points.ts'
import { makeTable, routesOf } from '../../../../scripts/bundle/make-table.ts'
import { tableProblems } from '../../../../scripts/bundle/route-errors.ts'
import { fieldIn } from '../../../../scripts/lib/field-places.ts'
import { documentOf } from '../../../../tests/support/document-of.ts'
import { companyFile, site } from '../../../../tests/support/site.tsx'
import { readContent, routesOfContent } from '../../read-content.ts'
import type { SiteFields } from '../../site.ts'

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
const old: FrontMatterField = {
  read: value => (Array.isArray(value) ? value : undefined),
  wanted: 'a list of paths',
  example: '[/old-note]',
}

let pages = 0
/** A file with these fields, and its own description. They begin at the third line, its text at the fifth. */
export const markdown = (fields: string, text = 'Words.') =>
  `---\ndescription: What we have learned in a week of work for somebody, number ${++pages}.\n${fields}\n---\n${text}\n`

/** Reads these files of shared/site/content/ as a build of a day does, in a site with / and /about. */
export async function readFiles(
  files: Record<string, string | Buffer>,
  day?: string,
  fields: FrontMatterFields = { old },
  siteFields: SiteFields = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'content-test-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const content = await readContent(folder, day, fields, siteFields)
  const { sources } = content
  const read = routesOfContent(content)
  const table = makeTable(routesOf({ home, about, ...read.routes }, site.company, []), companyFile, [])
  const problems = [...tableProblems(table, [], undefined, fieldIn([read])), ...read.problems({})]
  return {
    content,
    sources,
    read,
    table,
    fieldAt: read.fieldAt,
    problems: problems.map(problem => problem.replace('shared/site/content/', '')),
  }
}

/** The page of one file, which must be right. */
export async function readPage(text: string) {
  const { problems, sources } = await readFiles({ 'a.md': text })
  expect(problems).toEqual([])
  return { title: sources[0]?.route.title, document: documentOf(sources[0]?.html) }
}
