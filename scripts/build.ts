import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFolder, writeCompressed } from '../server/write.ts'
import { createBundler, writeBundle } from './bundle.ts'

const build = join(import.meta.dirname, '../build')

const bundler = await createBundler({ server: 'server/start.ts', prerender: 'scripts/prerender.ts' })
const bundle = await bundler.rebuild()
await bundler.dispose()

await replaceFolder(build, fresh =>
  writeBundle(bundle, fresh, (file, body) =>
    file.startsWith(join(fresh, 'public')) ? writeCompressed(file, body) : writeFile(file, body),
  ),
)
