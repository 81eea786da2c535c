// Before `npm start`: builds where there is no build, or where it is out of date. Without development dependencies nothing can
// be built, and the build that is there is started. Plain JavaScript, because an older Node may run it then.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** When a file or a folder was changed; 0 where there is none. */
const mtimeMs = path => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0
const within = folder => readdirSync(join(root, folder), { recursive: true }).map(name => join(folder, name))

// When the build began: write-build.ts.
const built = mtimeMs('build/manifest.json')
const sources = ['client', 'scripts', 'server', 'shared'].flatMap(folder => [folder, ...within(folder)])
const { hasDotenv, nextPublication } = readManifest()
// As scripts/bundle/build-date.ts has it.
const { SOURCE_DATE_EPOCH } = process.env
const now = SOURCE_DATE_EPOCH ? new Date(Number(SOURCE_DATE_EPOCH) * 1000) : new Date()
const isStale =
  ['package-lock.json', '.env', ...sources].some(path => mtimeMs(path) > built) ||
  hasDotenv !== existsSync(join(root, '.env')) ||
  (nextPublication !== undefined && new Date(nextPublication) <= now)
const canBuild = mtimeMs('node_modules/tsx') > 0

if (process.env.SERVE === 'static' && canBuild && (isStale || !mtimeMs('dist')))
  fail(`dist/ is ${mtimeMs('dist') ? 'out of date' : 'missing'}: run npm run prerender`)
else if (isStale && canBuild) {
  const { register } = await import('tsx/esm/api')
  register()
  await import('./build.ts')
} else if (!built) fail('There is no build, and no tools to make one: run npm ci && npm run build')

/** What the build has noted; nothing where the file is missing or damaged. */
function readManifest() {
  try {
    return JSON.parse(readFileSync(join(root, 'build/manifest.json'), 'utf8'))
  } catch {
    return {}
  }
}

function fail(message) {
  console.error(message)
  process.exitCode = 1
}
