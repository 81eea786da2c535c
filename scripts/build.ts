import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkExpiry } from '../server/site-files.ts'
import { replaceFolder, writeCompressed } from '../server/write.ts'
import { site } from '../shared/site.ts'
import { createBundler, writeBundle } from './bundle.ts'

const build = join(import.meta.dirname, '../build')

const warning = checkExpiry(site.securityExpires, new Date())
if (warning) console.warn(warning)

await replaceFolder(build, async fresh => {
  const publicFolder = join(fresh, 'public')
  await Promise.all([bundle(fresh, publicFolder), draw(publicFolder)])
})

async function bundle(fresh: string, publicFolder: string): Promise<void> {
  const bundler = await createBundler({ server: 'server/start.ts', prerender: 'scripts/prerender.ts' })
  const bundle = await bundler.rebuild()
  await bundler.dispose()
  await writeBundle(bundle, fresh, (file, body) =>
    file.startsWith(publicFolder) ? writeCompressed(file, body) : writeFile(file, body),
  )
}

/** While esbuild works in a process of its own, this one is free to load the library that draws. */
async function draw(publicFolder: string): Promise<void> {
  const { drawPictures } = await import('./pictures.tsx')
  await drawPictures(publicFolder)
}
