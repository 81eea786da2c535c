import { type ChildProcess, execFile } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../build/root.ts'

const compiler = join(root, 'node_modules/typescript/bin/tsc')
const known = join(root, 'node_modules/.cache/site/types.tsbuildinfo')
const args = [compiler, '--pretty', 'false', '--incremental', '--tsBuildInfoFile', known]

/**
 * Returns what checks the types in the background, and reports the errors of the site. A new check takes the place of
 * one that is under way.
 */
export function createTypeCheck(report: (errors: string) => void) {
  let last: ChildProcess | undefined
  process.once('exit', () => last?.kill('SIGKILL'))
  return () => {
    last?.kill('SIGKILL') // On SIGTERM it goes on.
    const check = execFile(process.execPath, args, { cwd: root }, (_, said) => {
      // Other folders are not watched: an error there would still be shown when it is mended.
      const errors = said.match(/^(client|server|shared)\/.*\n(?: +.*\n)*/gm)
      if (errors && check === last) report(errors.join('').trim())
    })
    last = check
  }
}
