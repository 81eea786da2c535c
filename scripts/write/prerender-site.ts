import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { originWarning, readConfig } from '../../server/config.ts'
import { createSecurity } from '../../server/headers.ts'
import { siteFiles } from '../../server/site-files.ts'
import { cached } from '../build/cache.ts'
import { root } from '../build/root.ts'
import { loadBuiltSite } from './built-site.ts'
import { MANY_PAGES } from './compress.ts'
import { MOST_LINES } from './costs.ts'
import { hostedSite } from './hosts/rules.ts'
import { hostConfigs, hostFiles } from './hosts.ts'
import { replaceFolder } from './replace-folder.ts'
import { prerender } from './write-site.ts'

/** Writes dist/ and the configurations of hosts from what was built. Prints a line for each page, or the sum of many. */
export async function prerenderSite(): Promise<void> {
  const { origin, hsts } = readConfig(process.env)
  const warning = originWarning(origin)
  if (warning) console.warn(warning)
  const build = join(root, 'build')
  const site = await loadBuiltSite(build, origin)
  const { assets, table, paths } = site
  const hosted = hostedSite(table, createSecurity(assets, hsts), assets)
  const written = { pages: 0, raw: 0, br: 0 }
  const inLines = paths.length <= MOST_LINES
  await prerender({
    site,
    files: { ...siteFiles(table, origin), ...hostFiles(hosted, origin) },
    publicFolder: join(build, 'public'),
    version: assets.version,
    origin,
    dist: join(root, 'dist'),
    compression: { keep: cached, isFast: paths.length > MANY_PAGES },
    onPage: (file, { raw, br }) => {
      written.pages++
      written.raw += raw
      written.br += br
      if (inLines)
        console.log(`${written.pages}/${paths.length}  dist/${file}  ${raw} bytes, ${br} with brotli`)
    },
  })
  if (!inLines)
    console.log(`${written.pages} pages in dist/, ${written.raw} bytes, ${written.br} with brotli`)
  await replaceFolder(join(build, 'hosting'), async fresh => {
    for (const [name, text] of Object.entries(hostConfigs(hosted))) await writeFile(join(fresh, name), text)
  })
}
