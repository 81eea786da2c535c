import { readFile } from 'node:fs/promises'
import { SourceMap } from 'node:module'
import { extname, join } from 'node:path'
import { type Loader, type PartialMessage, type Plugin, transform } from 'esbuild'
import { nameIn } from '../../../server/file-names.ts'
import { root } from '../../lib/root.ts'

const LOADERS: Record<string, Loader> = { '.js': 'jsx', '.jsx': 'jsx', '.ts': 'ts', '.tsx': 'tsx' }

/** These stand for `process.env` and `process`, so that what is only a comment or a text is told from them. */
const ENV = 'PROCESS_ENV_OF_THE_BUILD'
const PROCESS = 'PROCESS_OF_THE_BUILD'

/** What a file reads of them. */
const READ = new RegExp(
  [
    String.raw`${ENV}\??\.(?<name>\w+)`, // process.env.NAME, process.env?.NAME
    String.raw`${ENV}(\?\.)?\["(?<name>\w+)"\]`, // process.env['NAME'], process.env?.['NAME']
    ENV, // process.env alone, as in { ...process.env }
    `typeof (?<tested>${PROCESS})`, // typeof process
    `(?<whole>${PROCESS})`, // process.cwd
  ].join('|'),
  'g',
)

const SHARED = join(root, 'shared')

interface Options {
  folder?: string
  env?: NodeJS.ProcessEnv
}

/**
 * Replaces `process.env.PUBLIC_NAME` in the files of a folder by the value that it has during the build: a browser has no
 * variables, and the server would read those of another day. Any other variable ends the build.
 */
export const publicEnv = ({ folder = SHARED, env = process.env }: Options = {}): Plugin => ({
  name: 'public-env',
  setup(build) {
    build.onLoad({ filter: /\.[jt]sx?$/, namespace: 'file' }, async ({ path }) => {
      if (nameIn(folder, path).startsWith('../')) return
      return replaceIn(path, await readFile(path, 'utf8'), env)
    })
  },
})

/** What a bundler gets of a file; undefined where that is the file, also where it cannot be parsed: the bundler says why. */
async function replaceIn(path: string, source: string, env: NodeJS.ProcessEnv) {
  const loader = LOADERS[extname(path)]
  if (!loader || !source.includes('process')) return undefined
  const parsed = await transform(source, {
    loader,
    define: { 'process.env': ENV, process: PROCESS },
    sourcemap: 'external',
  }).catch(() => undefined)
  if (!parsed) return undefined
  const placeOf = placesIn(parsed.code, parsed.map)
  const lines = source.split('\n')
  const errors: PartialMessage[] = []
  const warnings: PartialMessage[] = []
  let contents = ''
  let end = 0
  for (const { index, groups = {} } of parsed.code.matchAll(READ)) {
    const { line, column } = placeOf(index)
    const location = { file: path, line, column, lineText: lines[line - 1] ?? '' }
    const start = [...lines.slice(0, line - 1), ''].join('\n').length + column
    const written = writtenAt(source, start)
    const text = problemOf(groups, written)
    if (text) errors.push({ text, location })
    if (!isPublic(groups.name) || !written) continue
    const value = JSON.stringify(env[groups.name])
    if (!value) warnings.push({ text: unsetProblem(groups.name), location })
    contents += source.slice(end, start) + (value ?? 'undefined')
    end = start + written.length
  }
  if (end === 0 && errors.length === 0) return undefined
  return { contents: contents + source.slice(end), loader, errors, warnings }
}

/** How a variable with a name may be written. */
const WRITTEN = /process\s*\??\.\s*env!?\s*(\??\.\s*\w+|(\?\.)?\s*\[\s*(["'])\w+\3\s*\])/y

function writtenAt(source: string, start: number): string | undefined {
  WRITTEN.lastIndex = start
  return WRITTEN.exec(source)?.[0]
}

const isPublic = (name: string | undefined): name is string => name?.startsWith('PUBLIC_') === true

/** Why what a file reads, by the groups of READ, is refused. */
function problemOf({ name, tested, whole }: Partial<Record<string, string>>, written: string | undefined) {
  if (tested || name === 'NODE_ENV') return undefined // The bundler replaces that everywhere.
  if (whole)
    return 'process is not there in a browser, for which this file is, too. What only a server can do belongs into server/.'
  if (name && !isPublic(name))
    return `process.env.${name} is not there in a browser. If each visitor may read it, name it PUBLIC_${name}: process.env.PUBLIC_${name} is replaced by its value when the site is built. A secret belongs into server/.`
  if (name && written) return undefined
  return 'process.env is not there in a browser. Write each variable in full, as process.env.PUBLIC_NAME: it is replaced by its value when the site is built.'
}

const unsetProblem = (name: string) =>
  `process.env.${name} is not set, and undefined in the page: mend its name, or set it, as in .env`

/** Returns a function that finds the place in the source of an index of what was made from it. */
function placesIn(code: string, map: string) {
  const sourceMap = new SourceMap(JSON.parse(map))
  return (index: number) => {
    const before = code.slice(0, index).split('\n')
    const entry = sourceMap.findEntry(before.length - 1, before.at(-1)?.length ?? 0)
    return 'originalLine' in entry
      ? { line: entry.originalLine + 1, column: entry.originalColumn }
      : { line: 1, column: 0 }
  }
}
