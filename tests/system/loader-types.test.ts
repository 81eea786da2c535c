// What the compiler says of loaders, rows and components: those of the fixture, each with one edit.
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { copyProject, editFile, layFixture } from '../support/copy-project.ts'
import { root } from '../support/folders.ts'

const folder = copyProject({ withTests: true })
layFixture(folder)
writeFileSync(
  join(folder, 'types.json'),
  '{ "extends": "./tsconfig.json", "include": ["server", "shared", "tests/support/fixture.d.ts"] }',
)

const LOADERS = 'server/site/loaders.ts'
const ROUTES = 'shared/site/routes.tsx'
const JOB = 'shared/site/pages/job.tsx'
const PAGES = 'shared/site/pages.ts'

type Edit = [file: string, from: string | RegExp, to: string]

/** What the compiler says of the fixture with these edits. */
async function compile(edits: readonly Edit[]): Promise<string> {
  for (const edit of edits) onTestFinished(editFile(folder, ...edit))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  return new Promise(resolve =>
    execFile(process.execPath, [tsc, '-p', 'types.json'], { cwd: folder }, (_error, stdout) =>
      resolve(stdout),
    ),
  )
}

/** The loader of /kurse. */
const COURSES = /^ {2}courses: \{\n.*?^ {2}\},\n/ms

/** The loader of /kurse with other data, and the type that its component wants. */
const courses = (data: string, type: string): Edit[] => [
  [LOADERS, COURSES, `  courses: { load: () => ({ data: ${data} }) },\n`],
  [
    'shared/site/pages/courses.tsx',
    'export default function Courses({ data }: { data: string[] })',
    `${type}\nexport default function Courses({ data: given }: { data: Data })`,
  ],
  ['shared/site/pages/courses.tsx', 'data.map', '[String(given)].map'],
]

const right: { what: string; edits: Edit[] }[] = [
  { what: 'the fixture as it is', edits: [] },
  {
    what: 'an interface with optional fields, lists and objects in it',
    edits: courses(
      "{ name: 'Zinken', places: [{ left: 3 }], note: null, kind: 'long' as const }",
      "interface Place { left: number; of?: number }\ninterface Data { name: string; level?: 'first' | 'second'; places: readonly Place[]; note: string | null; kind: 'long' | 'short' }",
    ),
  },
  { what: 'a number', edits: courses('7', 'type Data = number') },
  { what: 'a record', edits: courses('{ a: 1 }', 'type Data = Readonly<Record<string, number>>') },
  {
    what: 'a list in a list, and a tuple',
    edits: courses("[[['a', 1]]]", 'type Data = [string, number][][]'),
  },
  {
    what: 'a type that has itself in it',
    edits: courses(
      "{ name: 'a', parts: [{ name: 'b', parts: [] }] }",
      'interface Data { name: string; parts: Data[] }',
    ),
  },
  {
    what: 'null for a component that wants no data',
    edits: [
      [LOADERS, COURSES, '  courses: { load: () => ({ data: null, head: { title: "Kurse" } }) },\n'],
      ['shared/site/pages/courses.tsx', '{ data }: { data: string[] }', ''],
      ['shared/site/pages/courses.tsx', 'data.map', "['Zinken'].map"],
    ],
  },
  {
    what: 'a loader that is no async function, with a head, a status and a redirect',
    edits: [
      [
        LOADERS,
        'enquiry: { load: () => ({ data: { written: {}, problems: {} } }) },',
        "enquiry: { load: ({ url }) => url.search ? redirect('/kontakt', 303) : { data: { written: {}, problems: {} }, head: { title: 'Ihr Vorhaben' }, status: 200 } },",
      ],
    ],
  },
  {
    what: 'two parts by their names',
    edits: [
      [PAGES, "'/stellen/:slug'", "'/stellen/:slug/:city'"],
      [LOADERS, "params.slug === 'zimmerer'", "params.slug === 'zimmerer' || params.city.length > 9"],
    ],
  },
]

test.each(right)('compiles: $what', async ({ edits }) => {
  expect(await compile(edits)).toBe('')
})

const wrong: { what: string; edits: Edit[]; message: RegExp }[] = [
  {
    what: 'a missing loader',
    edits: [[LOADERS, 'enquiry: {', 'inquiry: {']],
    message: /^server\/site\/loaders\.ts\(.*'inquiry' does not exist in type 'Loaders'/m,
  },
  {
    what: 'no loader for a row with loader: true',
    edits: [[LOADERS, /^ {2}enquiry: .*\n/m, '']],
    message: /^server\/site\/loaders\.ts\(.*Property 'enquiry' is missing in type/m,
  },
  {
    what: 'a loader for a row without loader: true',
    edits: [[LOADERS, '  jobs: {', '  team: { load: () => ({ data: 1 }) },\n  jobs: {']],
    message: /^server\/site\/loaders\.ts\(.*'team' does not exist in type 'Loaders'/m,
  },
  {
    what: 'data of another type',
    edits: [[LOADERS, "jobs: await ask('jobs'", "jobs: 7, list: await ask('jobs'"]],
    message: /^server\/site\/loaders\.ts\(.*\n.*The types of 'data\.jobs' are incompatible/ms,
  },
  {
    what: 'data with a field missing',
    edits: [[LOADERS, 'data: { written: {}, problems: {} }', 'data: { written: {} }']],
    message: /^server\/site\/loaders\.ts\(.*Property 'problems' is missing in type/m,
  },
  {
    what: 'bare data',
    edits: [[LOADERS, '({ data: { written: {}, problems: {} } })', '({ written: {}, problems: {} })']],
    message: /^server\/site\/loaders\.ts\(.*Type '{ written: {}; problems: {}; }' is not assignable/m,
  },
  ...[
    { name: 'a Date', data: '{ day: new Date() }', type: 'interface Data { day: Date }' },
    { name: 'a Map', data: '{ all: new Map() }', type: 'interface Data { all: Map<string, string> }' },
    { name: 'a Set in a list', data: '[new Set()]', type: 'type Data = Set<string>[]' },
    { name: 'a function', data: '{ of: () => 1 }', type: 'interface Data { of: () => number }' },
    { name: 'an optional function', data: '{}', type: 'interface Data { of?: () => number }' },
    { name: 'a BigInt', data: '{ n: 1n }', type: 'interface Data { n: bigint }' },
    { name: 'a symbol', data: "{ s: Symbol('s') }", type: 'interface Data { s: symbol }' },
  ].map(({ name, data, type }) => ({
    what: `${name} in the data`,
    edits: courses(data, type),
    message:
      /^server\/site\/loaders\.ts\(.*"The data of the page courses has something that JSON does not carry, such as a Date, a Map or a function"/m,
  })),
  {
    what: 'a part that the path does not have',
    edits: [[LOADERS, "params.slug === 'zimmerer'", "params.city === 'zimmerer'"]],
    message: /^server\/site\/loaders\.ts\(.*Property 'city' does not exist on type/m,
  },
  {
    what: 'a component that wants data in a row without a loader',
    edits: [
      [
        PAGES,
        /(path: '\/kurse'.*?)loader: true,\n {4}revalidate: 300,/s,
        "path: '/kurse', title: 'Kurse', description: '', label: '', menus: {},",
      ],
      [LOADERS, COURSES, ''],
    ],
    message: /^shared\/site\/routes\.tsx\(.*'default' are incompatible.*'\(\) => ReactNode'/ms,
  },
  {
    what: 'a row without a component',
    edits: [[ROUTES, /^.*why-react.*\n/m, '']],
    message: /^shared\/site\/routes\.tsx\(.*Property 'whyReact' is missing in type/m,
  },
  {
    what: 'a component that wants other props',
    edits: [[JOB, '{ data }: { data: Job }', '{ data }: { data: Job; size: number }']],
    message: /^shared\/site\/routes\.tsx\(.*Property 'size' is missing in type/ms,
  },
  {
    what: 'a form’s answer with data of another type',
    edits: [['server/site/enquiry.ts', 'data: { written, problems }', 'data: { written }']],
    message: /^server\/site\/enquiry\.ts\(.*Property 'problems' is missing in type/m,
  },
  {
    what: 'an answer with the page of a row without a loader',
    edits: [['server/site/enquiry.ts', "'enquiry', {", "'team', {"]],
    message: /^server\/site\/enquiry\.ts\(.*Argument of type '"team"' is not assignable/m,
  },
]

test.each(wrong)('does not compile: $what', async ({ edits, message }) => {
  expect(await compile(edits)).toMatch(message)
})
