import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './folders.ts'

/** A copy of the project, so that edits and builds are real and the project stays as it is. */
export function copyOfProject() {
  const folder = mkdtempSync(join(tmpdir(), 'project-'))
  for (const part of ['client', 'scripts', 'server', 'shared', 'package.json', 'tsconfig.json'])
    cpSync(join(root, part), join(folder, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))

  /** Runs a script as npm does. Resolves to its exit code and its words. */
  const run = (script: string) =>
    new Promise<{ code: number; said: string }>(resolve => {
      const child = execFile(
        process.execPath,
        ['--import', 'tsx', script],
        { cwd: folder },
        (_, stdout, stderr) => resolve({ code: child.exitCode ?? 1, said: stdout + stderr }),
      )
    })

  return {
    folder,
    /** At once, as editors do: development would see a file that is half written. */
    write: (file: string, content: string | Uint8Array) => {
      writeFileSync(join(folder, '.written'), content)
      renameSync(join(folder, '.written'), join(folder, file))
    },
    run,
    build: () => run('scripts/build.ts'),
    prerender: () => run('scripts/prerender.ts'),
    remove: () => rmSync(folder, { recursive: true }),
  }
}
