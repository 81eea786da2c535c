import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { compileFunction } from 'node:vm'
import type { Plugin } from 'esbuild'
import { cached } from './cache.ts'
import { root } from './root.ts'

const REACT = /node_modules[\\/](react|react-dom|scheduler)[\\/]/.source

/**
 * Lets esbuild remove unused exports of React and react-router from the visitor's script. This saves 8 kB with brotli and
 * half of the evaluation time. A file of an unknown form is left as it is, with a warning, so that an update of React
 * never fails the build.
 */
export const shake: Plugin = {
  name: 'shake',
  setup(build) {
    if (build.initialOptions.define?.['process.env.NODE_ENV'] !== '"production"') return

    type Rewrite = (source: string, path: string) => string | Promise<Uint8Array>
    const rewrite = (filter: RegExp, rewritten: Rewrite) =>
      build.onLoad({ filter }, async ({ path }) => {
        const source = await readFile(path, 'utf8')
        try {
          return { contents: await rewritten(source, path) }
        } catch (error) {
          const why = error instanceof Error ? error.message : error
          const text = `${relative(root, path)} has a form that scripts/build/shake-react.ts does not know (${why}): the script is larger`
          return { contents: source, warnings: [{ text }] }
        }
      })
    // esbuild keeps all of a CommonJS module, inside a function that browsers parse twice.
    rewrite(new RegExp(`${REACT}(index|client|jsx-runtime)\\.js$`), chooseProduction)
    // Kept for the next build: the check of what is exported evaluates React twice.
    const rules = readFile(join(root, 'scripts/build/shake-react.ts'))
    rewrite(new RegExp(`${REACT}cjs[\\\\/].*\\.production\\.js$`), async (source, path) =>
      cached([await rules, source], async () => Buffer.from(toModule(source, path))),
    )
    rewrite(/react-router[\\/]dist[\\/]production.*\.js$/, markPure)
  },
}

/** React's entries choose between two builds of React. */
function chooseProduction(source: string): string {
  const [, file] = source.match(/require\('(\.\/cjs\/.*production\.js)'\)/) ?? []
  if (!file) throw new Error('it requires no production build')
  return `export * from '${file}'; import * as all from '${file}'; export { all as default }`
}

const REQUIRE = /(?:\bvar|,)\s+(\w+) = require\("([\w-]+)"\)/g

/** React's CommonJS as an ES module. Its form is always the same: `exports.name = ` and `name = require("…")`. */
function toModule(source: string, path: string): string {
  const names = [...new Set([...source.matchAll(/^exports\.(\w+) =/gm)].map(([, name = '']) => name))]
  const imports = [...source.matchAll(REQUIRE)].map(([, name = '', from = '']) => ({ name, from }))
  const body = source
    .replace(/^exports\.(\w+) =/gm, 'var export_$1 =')
    .replace(/\bexports\.(\w+)/g, 'export_$1')
    .replace(REQUIRE, '')
  const [left] = /\b(exports|require)\b|(?<!["'])\bmodule\b/.exec(body) ?? []
  if (left) throw new Error(`"${left}" is left`)

  const load = createRequire(path)
  const compiled = compileFunction(
    `"use strict"; ${body}\nreturn { ${names.map(name => `${name}: export_${name}`)} }`,
    imports.map(({ name }) => name),
  )
  const kinds = (exported: object) =>
    new Map(Object.entries(exported).map(([name, value]) => [name, typeof value]))
  if (!isDeepStrictEqual(kinds(compiled(...imports.map(({ from }) => load(from)))), kinds(load(path))))
    throw new Error('it would export something else')
  if (names.length === 0) throw new Error('it exports nothing')

  return `${imports.map(({ name, from }) => `import * as ${name} from "${from}";\n`).join('')}${body}
export { ${names.map(name => `export_${name} as ${name}`).join(', ')} }`
}

/** esbuild keeps a component such as Form only because a call creates it, and because it is given a displayName. */
function markPure(source: string): string {
  const pure = source
    .replace(/^\w+\.displayName = .*;$/gm, '')
    .replace(/= (?=React\$1\.(forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ ')
  const [left] = /^\S.*(\.displayName =|= React\S*\.(forwardRef|createContext|memo)\().*/m.exec(pure) ?? []
  if (left) throw new Error(`"${left}" is left`)
  return pure
}
