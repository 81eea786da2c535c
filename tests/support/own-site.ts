import { readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { PRERENDERED_FILE } from '../../server/constants.ts'
import { hasParts } from '../../shared/page-table.ts'
import { root } from './folders.ts'
import { loadSite } from './load-site.ts'

/** Of what build/ and dist/ are made. Not the tests that stand beside it. */
const sources = ['client', 'scripts', 'server', 'shared'].flatMap(name =>
  readdirSync(join(root, name), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name)),
)

/** When a file was changed, in milliseconds; 0 where there is none. */
const changed = (file: string) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

const prerendered = changed(join(root, 'dist', PRERENDERED_FILE))
if (prerendered === 0) throw new Error('dist/ is missing: run npm run prerender')
const edited = sources.find(file => changed(file) > prerendered)
if (edited !== undefined)
  throw new Error(`dist/ is older than ${relative(root, edited)}: run npm run prerender`)

/** The owner's site, whatever it is, as `npm run prerender` has left it. */
export const { folder, build, dist, facts, manifest, table, origin, siteOf } = await loadSite(root)

/** The pages that a build can render: the source of a page with `prerender: false` may be out of reach here. */
export const rows = table.rows.filter(row => row.prerender !== false)

const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
const paths = files
  .filter(name => name.endsWith('.html'))
  .map(name => `/${name.replaceAll('\\', '/').slice(0, -'.html'.length)}`)

/** Every page in dist/ with its row: of a path with parts, each that was prerendered. */
export const addresses = rows.flatMap(row => {
  const own = hasParts(row) ? paths.filter(path => table.match(path)?.row === row) : [row.path]
  return own.map(path => ({ path, row }))
})
