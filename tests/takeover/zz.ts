// Takes a copy of the project over, as a company would, and runs every check in it. Takes some minutes: .ci/run does it.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { isPlaceholder } from '../support/placeholder.ts'
import { damages, edits, pictures, removed } from './company.ts'

/** How many files a new owner should have to edit at most. */
const MOST_EDITED = 10

const root = join(import.meta.dirname, '../..')

if (!isPlaceholder) {
  console.log('The placeholder is gone: somebody has taken the project over for real.')
  process.exit()
}

const copy = mkdtempSync(join(tmpdir(), 'takeover-'))
process.once('exit', () => rmSync(copy, { recursive: true, force: true }))

// A container of CI runs as root in a folder of another user, where git would refuse.
const list = ['-c', 'safe.directory=*', 'ls-files', '-z', '--cached', '--others', '--exclude-standard']
const files = execFileSync('git', list, { cwd: root, encoding: 'utf8' })
for (const file of files.split('\0').filter(file => file && existsSync(join(root, file))))
  cpSync(join(root, file), join(copy, file))
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))

for (const [file, replacements] of Object.entries(edits))
  for (const [from, to] of replacements) replace(file, from, to)
for (const file of removed) rmSync(join(copy, file))
cpSync(join(import.meta.dirname, 'added'), copy, { recursive: true })
for (const [file, colours] of Object.entries(pictures)) await paint(file, colours)

const edited = Object.keys(edits)
console.log(`edited ${edited.length} files: ${edited.join(', ')}`)
check(edited.length <= MOST_EDITED, `more than ${MOST_EDITED} files had to be edited`)

console.log(copy); process.once("exit", () => {}); await new Promise(() => setInterval(() => {}, 1e6))
run('npm run fix')
check(run('npm test').status === 0, 'npm test failed after the take-over')

for (const { what, file, edit, command, says } of damages) {
  const original = readFileSync(join(copy, file), 'utf8')
  replace(file, ...edit)
  const { status, output } = run(command, 'quietly')
  check(status !== 0 && says.test(output), `${what} was not caught by ${command}:\n${output}`)
  console.log(`caught: ${what}`)
  writeFileSync(join(copy, file), original)
}

/** Replaces a text, wherever it stands and however its lines are broken. */
function replace(file: string, from: RegExp | string, to: string): void {
  const path = join(copy, file)
  const before = readFileSync(path, 'utf8')
  const pattern =
    from instanceof RegExp
      ? from
      : new RegExp(
          from
            .split(' ')
            .map(word => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
            .join('\\s+'),
          'g',
        )
  const after = before.replace(pattern, to)
  check(after !== before, `${file} no longer has ${from}: mend tests/takeover/company.ts`)
  writeFileSync(path, after)
}

/** Nearly a photograph. */
async function paint(file: string, [light, dark]: readonly [string, string]): Promise<void> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1067">
<linearGradient id="sky" x2="1" y2="1"><stop stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></linearGradient>
<rect width="100%" height="100%" fill="url(#sky)"/><circle cx="1100" cy="420" r="180" fill="#fff"/></svg>`
  await sharp(Buffer.from(svg)).toFile(join(copy, file))
}

function run(command: string, mode?: 'quietly'): { status: number | null; output: string } {
  console.log(`$ ${command}`)
  const stdio = mode ? 'pipe' : 'inherit'
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd: copy, stdio, encoding: 'utf8' })
  return { status, output: `${stdout}${stderr}` }
}

function check(held: boolean, otherwise: string): void {
  if (held) return
  console.error(otherwise)
  process.exit(1)
}
