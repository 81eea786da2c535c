import { spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { programOf } from '../lib/program-of.ts'
import { root } from '../lib/root.ts'

/** What the compiler says when it begins, and when it has looked at an edit. */
const BEGUN = /Starting (incremental )?compilation|File change detected/
const ENDED = /Found \d+ errors?\. Watching for file changes/

/** Prints the type errors that the compiler's watch finds, now and after each edit. It ends with this process. */
export async function followTypes(print: (text: string) => void): Promise<void> {
  const isTerminal = process.stdout.isTTY === true
  const args = ['--watch', '--preserveWatchOutput', '--pretty', String(isTerminal)]
  const compiler = spawn(process.execPath, [programOf('typescript', 'tsc'), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  process.once('exit', () => {
    // On Windows the compiler is a child of the one that was started.
    if (process.platform === 'win32') spawnSync('taskkill', ['/pid', String(compiler.pid), '/t', '/f'])
    else compiler.kill()
  })
  let lines: string[] = []
  /** What is wrong, as it was printed: it is not said again after an edit of something else. */
  let printed = ''
  for await (const line of createInterface({ input: compiler.stdout })) {
    if (!ENDED.test(line)) {
      if (!BEGUN.test(line)) lines.push(line)
      continue
    }
    const errors = lines.join('\n').trim()
    if (errors !== printed) print(errors || 'the types are right again')
    printed = errors
    lines = []
  }
}
