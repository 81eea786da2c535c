// The example of this feature's README.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../../tests/support/folders.ts'
import { readFiles } from './support/content.ts'

test('the page that README.md shows is one that a build accepts', async () => {
  const readme = readFileSync(join(root, 'features/markdown/README.md'), 'utf8')
  const [, file = '', path, text = ''] =
    /^A file `shared\/site\/content\/(\S+)` becomes the page `([^`]+)`.*?^```markdown\n(.*?)^```$/ms.exec(
      readme,
    ) ?? []
  const picture = readFileSync(join(root, 'tests/fixture/shared/site/pages/werkstatt.jpg'))
  const { problems, sources } = await readFiles({ [file]: text, 'yard.jpg': picture })
  expect({ problems, paths: sources.map(({ route }) => route.path) }).toEqual({ problems: [], paths: [path] })
})
