import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { CACHE_FOLDER } from './build-cache.ts'
import { isTerminal, runTool } from './run-tool.ts'

/** Matches an error's file, such as shared/site/home.tsx(1,2) or, in a terminal, shared/site/home.tsx:1:2. */
const PLACE = /^(\S+?)(?:\(\d+,\d+\)|:\d+:\d+)/gm

/**
 * Runs the type checker. If only a site's files have errors, it runs once more, without two strict options that few sites know:
 * tsconfig.site.json, which has no tests, because those follow the options.
 */
export async function checkTypes() {
  const strict = await runCompiler('tsconfig.json')
  const places = Array.from(stripVTControlCharacters(strict.output).matchAll(PLACE), ([, file = '']) => file)
  const isOfSite = places.length > 0 && places.every(file => /^(shared|server)\/site\//.test(file))
  return isOfSite ? runCompiler('tsconfig.site.json') : strict
}

/**
 * The compiler rechecks only changed files and their dependents:
 * https://www.typescriptlang.org/tsconfig/#incremental
 */
const runCompiler = (project: string) =>
  runTool('typescript', 'tsc', [
    '--project',
    project,
    '--incremental',
    '--tsBuildInfoFile',
    join(CACHE_FOLDER, `${project}.tsbuildinfo`),
    '--pretty',
    String(isTerminal),
  ])
