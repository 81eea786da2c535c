import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { replaceFolder, writeCompressed } from '../server/write.ts'
import { createBundler } from './bundle.ts'

const root = join(import.meta.dirname, '..')

const bundler = await createBundler({ server: 'server/start.ts', prerender: 'scripts/prerender.ts' })
const { files } = await bundler.rebuild()
await bundler.dispose()

await replaceFolder(join(root, 'build'), async fresh => {
  const icons = join(root, 'shared/public')
  for (const name of await readdir(icons)) files.set(`public/${name}`, await readFile(join(icons, name)))
  await Promise.all(
    [...files].map(async ([name, body]) => {
      const file = join(fresh, name)
      await mkdir(dirname(file), { recursive: true })
      if (name.startsWith('public/')) await writeCompressed(file, body)
      else await writeFile(file, body)
    }),
  )
})
