import { join } from 'node:path'
import { readAssets } from '../server/assets.ts'
import { PageFault } from '../server/check.ts'
import { ConfigError, readConfig } from '../server/config.ts'
import { prerender } from '../server/prerender.ts'
import { siteRenderer } from '../server/site.tsx'
import { siteFiles } from '../server/site-files.ts'
import { pages } from '../shared/pages.ts'

// Bundled to build/prerender.js: one folder below the root, here as there.
const root = join(import.meta.dirname, '..')

try {
  const { origin } = readConfig(process.env)
  await prerender({
    render: siteRenderer(readAssets(join(root, 'build')), origin),
    paths: Object.values(pages).map(({ path }) => path),
    files: siteFiles(origin),
    publicFolder: join(root, 'build/public'),
    dist: join(root, 'dist'),
    onPage: (file, { raw, br }) => console.log(`dist/${file}  ${raw} bytes, ${br} with brotli`),
  })
} catch (error) {
  if (!(error instanceof PageFault || error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exit(1)
}
