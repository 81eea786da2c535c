import { readFile } from 'node:fs/promises'
import { SourceMap } from 'node:module'
import { extname } from 'node:path'
import { type Loader, type PartialMessage, type Plugin, transform } from 'esbuild'
import { SHARED } from '../../scripts/bundle/public-env.ts'
import { nameIn } from '../../server/lib/file-names.ts'

/** These replace `process.env` and `process` in code, but not in a comment or a text. */
const ENV = 'PROCESS_ENV_OF_THE_BUILD'
const PROCESS = 'PROCESS_OF_THE_BUILD'

/** Matches a variable, `process.env` as a whole, or another property of `process`. */
const READ = new RegExp(
  String.raw`${ENV}(?:(?:\??\.|(?:\?\.)?\[")(?<name>\w+))?|(?<!typeof )${PROCESS}\b`,
  'g',
)

/**
 * Refuses each use of `process` in a folder's files, unless it reads a variable that begins with PUBLIC_. Warns if nobody has set
 * that variable.
 */
export const checkEnv = (env = process.env, folder = SHARED): Plugin => ({
  name: 'check-env',
  setup(build) {
    build.onLoad({ filter: /\.[jt]sx?$/, namespace: 'file' }, async ({ path }) => {
      if (nameIn(folder, path).startsWith('../')) return undefined
      const source = await readFile(path, 'utf8')
      return source.includes('process') ? problemsIn(path, source, env) : undefined
    })
  },
})

async function problemsIn(file: string, source: string, env: NodeJS.ProcessEnv) {
  const parsed = await transform(source, {
    loader: extname(file).slice(1) as Loader,
    define: { 'process.env.NODE_ENV': '""', 'process.env': ENV, process: PROCESS },
    sourcemap: 'external',
  }).catch(() => undefined) // The bundler reports the mistake.
  if (!parsed) return undefined
  const lines = source.split('\n')
  const sourceMap = new SourceMap(JSON.parse(parsed.map))
  const errors: PartialMessage[] = []
  const warnings: PartialMessage[] = []
  for (const { 0: read, index, groups } of parsed.code.matchAll(READ)) {
    const before = parsed.code.slice(0, index).split('\n')
    const entry = sourceMap.findEntry(before.length - 1, before.at(-1)?.length ?? 0)
    const { originalLine: line = 0, originalColumn: column = 0 } = 'originalLine' in entry ? entry : {}
    const location = { file, line: line + 1, column, lineText: lines[line] ?? '' }
    const name = groups?.name
    if (name?.startsWith('PUBLIC_')) {
      if (env[name] === undefined) warnings.push({ text: unsetText(name), location })
    } else errors.push({ text: name ? secretText(name) : read === ENV ? WHOLE_ENV : OTHER, location })
  }
  return { errors, warnings }
}

const unsetText = (name: string) =>
  `process.env.${name} isn't set, so the page shows undefined: correct the name, or set it, as in .env`

const secretText = (name: string) =>
  `process.env.${name} doesn't exist in a browser. If every visitor may read it, name it PUBLIC_${name}: the build puts in the value of process.env.PUBLIC_${name}. Read a secret in server/.`

const WHOLE_ENV =
  "process.env doesn't exist in a browser. Write each variable in full, as process.env.PUBLIC_NAME: the build puts in its value."

const OTHER =
  "process doesn't exist in a browser, which runs this file, too. Move server-only code into server/."
