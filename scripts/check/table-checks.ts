import { HOST_FILES } from '../../server/files.ts'
import { fileOf, NOWHERE } from '../../server/paths.ts'
import { LONGEST_TITLE } from '../../shared/company.ts'
import { canonicalPath, type Row } from '../../shared/page-table.ts'

/** Paths that already mean something else. */
const reserved: [RegExp, string][] = [
  [/^\/(healthz|readyz)$/, 'a probe of the server'],
  [/^\/(assets|og)(\/|$)/, 'a folder of the build'],
  [new RegExp(`^${NOWHERE}$`), 'the not-found page'],
  [/\/index$/, 'what hosts serve for a folder'],
]

/** What a file cannot be named, beside these. */
const reservedFiles: [RegExp, string][] = [
  ...reserved,
  [/\.(br|gz)$/, 'the compressed form of a file'],
  [/^\/licences\.txt$/, 'the licences of what is in the script'],
]

/** Every file of shared/public/ that cannot be served under its name, as a message. */
export const fileProblems = (names: readonly string[]): string[] =>
  names.flatMap(name => {
    const path = `/${name.replace(/\.html$/, '')}`
    const [, use] = reservedFiles.find(([pattern]) => pattern.test(path)) ?? []
    const owner = HOST_FILES.includes(name) ? 'what a host reads' : use
    return owner ? [`shared/public/${name}: that is ${owner}, choose another name`] : []
  })

/** No host and no browser writes these in another way. */
const PAGE = /^\/$|^(\/[a-z\d][\w-]*)+$/
/** A former path may come from a site whose paths ended in .html or .php. */
const FORMER = /^(\/[a-z\d][\w.-]*)+$/

/**
 * Every path of the table that cannot be an address, as a message that names the field and the cure. `files` are the
 * names of the files that stand beside the pages in dist/, and `members` is the path of company.members. `fieldOf` names a
 * field where it is written.
 */
export function tableProblems(
  rows: readonly Row[],
  files: readonly string[],
  members: string | undefined,
  fieldOf = (id: string, field: string) => `pages.${id}.${field}`,
): string[] {
  const taken = new Map<string | undefined, string>([
    [members, 'company.members.path'],
    ...files.map(name => [`/${name}`, `the file ${name}`] as const),
  ])
  const problems: string[] = []

  function check(field: string, path: string, form: RegExp): void {
    const canonical = canonicalPath(path.startsWith('/') ? path : `/${path}`) ?? ''
    const [, use] = reserved.find(([pattern]) => pattern.test(canonical)) ?? []
    const owner = use ?? taken.get(canonical) ?? (form === PAGE && taken.get(`/${fileOf(canonical)}`))
    const problem = (message: string) => problems.push(`${field} is ${path}: ${message}`)
    if (!form.test(canonical)) problem('write each part with a to z, 0 to 9 and hyphens')
    else if (path !== canonical) problem(`write ${canonical}`)
    else if (owner) problem(`that is ${owner}, choose another path`)
    taken.set(canonical, field)
  }

  for (const { id, path } of rows) check(fieldOf(id, 'path'), path, PAGE)
  for (const { id, former = [] } of rows)
    for (const [i, path] of former.entries()) check(fieldOf(id, `former[${i}]`), path, FORMER)
  return problems
}

/** In characters: what search results show. */
export const TITLE = { min: 1, max: LONGEST_TITLE }
export const DESCRIPTION = { min: 50, max: 160 }

/** Says of a text that search results would cut how long it is. */
export const lengthProblems = (field: string, { length }: string, { min, max }: typeof TITLE): string[] =>
  length < min || length > max ? [`${field} has ${length} characters: write ${min} to ${max}`] : []

/** Every title and description of shared/pages.ts that search results would cut. */
export const wordProblems = (rows: readonly Row[]): string[] =>
  rows.flatMap(({ id, heading, description }) => [
    ...lengthProblems(`pages.${id}.title`, heading, TITLE),
    ...lengthProblems(`pages.${id}.description`, description, DESCRIPTION),
  ])
