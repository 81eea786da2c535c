// What a build and a prerender say of mistakes in the texts in shared/site/content/, on a copy of the project.
import { afterEach, expect, test } from 'vitest'
import { copyToBreak } from '../../../tests/support/copy-to-break.ts'

const { edit, restore, build, prerender } = await copyToBreak()
afterEach(restore)

const TEXT = 'shared/site/content/agb.md'

test('a prerender names each dead link of a text with its line, and why there is no page', async () => {
  edit(TEXT, /$/, '\n[a](./nichts)\n[b](./blog/entwurf)\n[c](./blog/zukunft)\n[d](/api/status)\n')
  const { refusal } = await prerender()
  expect(refusal?.replace(/^(shared\/site\/content\/agb\.md):\d+/gm, '$1:LINE').split('\n')).toEqual([
    `${TEXT}:LINE: the link to ./nichts: there is no such page, file or endpoint`,
    `${TEXT}:LINE: the link to ./blog/entwurf: blog/entwurf.md is a draft, or has a later date`,
    `${TEXT}:LINE: the link to ./blog/zukunft: blog/zukunft.md is a draft, or has a later date`,
  ])
})

test('a build warns of a title that is too long, with its line', async () => {
  edit(TEXT, 'title: Geschäftsbedingungen', `title: ${'I'.repeat(61)}`)
  const { refusal, printed } = await build()
  expect({ refusal, printed }).toEqual({
    refusal: undefined,
    printed: expect.arrayContaining([`WARNING: ${TEXT}:2: title has 61 characters: write 1 to 60`]),
  })
})
