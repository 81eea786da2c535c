// What a prerender says of mistakes in the texts in shared/site/content/, on a copy of the project.
import { expect, test } from 'vitest'
import { copyToBreak } from '../../../tests/support/copy-to-break.ts'

const TEXT = 'shared/site/content/agb.md'

test('a prerender names a long title and each dead link of a text with its line, and why there is no page', async () => {
  const { edit, prerender } = await copyToBreak()
  edit(TEXT, 'title: Geschäftsbedingungen', `title: ${'I'.repeat(61)}`)
  edit(TEXT, /$/, '\n[a](./nichts)\n[b](./blog/entwurf)\n[c](./blog/zukunft)\n[d](/api/status)\n')
  const { refusal } = await prerender()
  expect(refusal?.replace(/^(shared\/site\/content\/agb\.md):\d\d+/gm, '$1:LINE').split('\n')).toEqual([
    `${TEXT}:2: title has 61 characters: write 1 to 60`,
    `${TEXT}:LINE links to ./nichts, but there's no such page, file or endpoint`,
    `${TEXT}:LINE links to ./blog/entwurf, but blog/entwurf.md is a draft, or has a later date`,
    `${TEXT}:LINE links to ./blog/zukunft, but blog/zukunft.md is a draft, or has a later date`,
  ])
})
