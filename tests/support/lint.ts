import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from './folders.ts'

interface Report {
  diagnostics: {
    severity: string
    category: string
    location: { path: string; start: { line: number } }
  }[]
}

export interface Refusal {
  file: string
  line: number
  rule: string
}

/** Biome's errors or hints for these files with the project's rules, sorted by line. */
export function lint(files: Record<string, string>, severity: 'error' | 'info' = 'error'): Refusal[] {
  const folder = mkdtempSync(join(tmpdir(), 'lint-'))
  for (const name of ['biome.json', 'package.json', '.gitignore'])
    cpSync(join(root, name), join(folder, name))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
  const args = [biome, 'lint', '--reporter=json', '--max-diagnostics=none', '.']
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  const { diagnostics }: Report = JSON.parse(stdout)
  const found = diagnostics.filter(each => each.severity === severity)
  const refusals = found.map(({ category, location }) => ({
    file: location.path.replaceAll('\\', '/'),
    line: location.start.line,
    rule: category.replace(/^lint\/\w+\//, ''),
  }))
  return refusals.sort((a, b) => a.line - b.line) // Biome runs in parallel, so its order varies.
}
