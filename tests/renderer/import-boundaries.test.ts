// What may import what: pages and the client take types alone from server/, so that no secret of it reaches a browser.
import { join } from 'node:path'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { rooms } from '../../scripts/bundle/rooms.ts'
import { root } from '../../scripts/lib/root.ts'

test.each(['shared/site/pages', 'client'])('%s may import types of server/, and nothing else', async from => {
  const bundle = (contents: string) =>
    build({
      stdin: { contents, loader: 'ts', resolveDir: join(root, from), sourcefile: join(root, from, 'a.ts') },
      bundle: true,
      write: false,
      platform: 'node',
      logLevel: 'silent',
      plugins: [rooms],
    })
  const up = from.replace(/\w+/g, '..')
  await bundle(
    `import type { Config } from '${up}/server/config.ts'; export const config: Config | undefined = undefined`,
  )
  await expect(
    bundle(`\nimport { readConfig } from '${up}/server/config.ts'\nconsole.log(readConfig)`),
  ).rejects.toMatchObject({
    errors: [
      {
        text: `${from}/a.ts imports server/config.ts: what is in server/ never reaches a browser. Give the page what it shows by a loader, or move what both need into shared/. For a type write import type.`,
        location: { line: 2 },
      },
    ],
  })
})
