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
      const replaced = await replaceIn(path, await readFile(path, 'utf8'), env)
      if (!replaced) return
      const { contents, map, ...messages } = replaced
      return { contents: `${contents}\n${inline(map)}`, loader: 'jsx', ...messages }
    })
  },
})

/** Undefined where a file has no variables. */
async function replaceIn(path: string, source: string, env: NodeJS.ProcessEnv) {
  const loader = LOADERS[extname(path)]
  if (!loader || !source.includes('process')) return undefined
  const { code, map } = await transform(source, {
    loader,
    jsx: 'preserve',
    define: { 'process.env': ENV, process: PROCESS },
    sourcemap: 'external',
    sourcefile: path,
    // As the bundler has it: an import is a type's only where it says so.
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  })
  const placeOf = placesIn(code, map)
  const messageAt = (index: number, text: string): PartialMessage => {
    const { line, column } = placeOf(index)
    return { text, location: { file: path, line, column, lineText: source.split('\n')[line - 1] ?? '' } }
  }
  const errors: PartialMessage[] = []
  const warnings: PartialMessage[] = []
  let contents = ''
  let end = 0
  for (const { 0: read, index, groups = {} } of code.matchAll(READ)) {
    const replacement = replacementOf(groups, env)
    if (replacement === undefined) errors.push(messageAt(index, problemOf(groups)))
    if (replacement === 'undefined') warnings.push(messageAt(index, unsetProblem(groups)))
    contents += code.slice(end, index) + (replacement ?? read)
    end = index + read.length
  }
  contents += code.slice(end)
  return contents === code && errors.length === 0 ? undefined : { contents, map, errors, warnings }
}

/** What a file reads, by the groups of READ. */
type Found = Partial<Record<string, string>>

/** What stands in its place; undefined where it is refused. */
function replacementOf({ name, tested }: Found, env: NodeJS.ProcessEnv): string | undefined {
  if (tested) return 'typeof process'
  if (name === 'NODE_ENV') return 'process.env.NODE_ENV' // The bundler replaces that everywhere.
  return name?.startsWith('PUBLIC_') ? (JSON.stringify(env[name]) ?? 'undefined') : undefined
}

function problemOf({ name, whole }: Found): string {
  if (whole)
    return 'process is not there in a browser, for which this file is, too. What only a server can do belongs into server/.'
  if (name)
    return `process.env.${name} is not there in a browser. If each visitor may read it, name it PUBLIC_${name}: process.env.PUBLIC_${name} is replaced by its value when the site is built. A secret belongs into server/.`
  return 'process.env is not there in a browser. Write each variable in full, as process.env.PUBLIC_NAME: it is replaced by its value when the site is built.'
}

const unsetProblem = ({ name }: Found) =>
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

const inline = (map: string) =>
  `//# sourceMappingURL=data:application/json;base64,${Buffer.from(map).toString('base64')}`
