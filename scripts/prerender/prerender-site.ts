import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readAssets } from '../../server/assets.ts'
import { originWarning, readConfig } from '../../server/config.ts'
import { createSecurity } from '../../server/headers.ts'
import { paths } from '../../server/paths.ts'
import { siteFiles } from '../../server/site-files.ts'
import { cached, KEPT_PAGES } from '../build/cache.ts'
import { loadBundle } from '../build/costs.ts'
import { root } from '../build/folders.ts'
import { fillCompileCache } from './compile-cache.ts'
import { replaceFolder } from './folder.ts'
import { hostConfigs, hostFiles } from './hosts.ts'
import { prerender } from './write-site.ts'

/** Writes dist/ and the configurations of hosts from what was built. Prints a line for each page. */
export async function prerenderSite(): Promise<void> {
  const { origin, hsts } = readConfig(process.env)
  const warning = originWarning(origin)
  if (warning) console.warn(warning)
  const build = join(root, 'build')
  const assets = readAssets(build)
  const security = createSecurity(assets, hsts)
  const { createSiteRenderer } = await loadBundle(build)
  let written = 0
  await prerender({
    render: createSiteRenderer(assets, origin),
    paths,
    files: { ...siteFiles(origin), ...hostFiles(security, origin) },
    publicFolder: join(build, 'public'),
    version: assets.version,
    origin,
    dist: join(root, 'dist'),
    ...(paths.length <= KEPT_PAGES && { keep: cached }),
    onPage: (file, { raw, br }) =>
      console.log(`${++written}/${paths.length + 1}  dist/${file}  ${raw} bytes, ${br} with brotli`),
  })
  await replaceFolder(join(build, 'hosting'), async fresh => {
    for (const [name, text] of Object.entries(hostConfigs(security))) await writeFile(join(fresh, name), text)
  })
  await fillCompileCache()
}
