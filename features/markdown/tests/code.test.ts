// Code in Markdown, which the build colours.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transform } from 'lightningcss'
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { targets, tokensIn } from '../../../scripts/media/tokens.ts'
import { contrast } from '../../../tests/support/contrast.ts'
import { documentOf } from '../../../tests/support/document-of.ts'
import { siteOf } from '../../../tests/support/fixture-site.ts'
import { root } from '../../../tests/support/folders.ts'
import { CODE_STYLES } from '../code.ts'
import { markdown, readFiles } from './support/content.ts'

/** The block of code of a page, and what its build warns of. */
async function readCode(code: string) {
  const { sources, read, problems } = await readFiles({ 'a.md': markdown('title: A', code) })
  const pre = documentOf(sources[0]?.html).querySelector('pre')
  const ofClass = (name: string) =>
    Array.from(pre?.querySelectorAll(`.r-code-${name}`) ?? [], ({ textContent }) => textContent)
  return { pre, ofClass, problems, warnings: read.warnings, styles: read.styles }
}

const SOURCE = `// Greets <you> & me.
const greeting = "hello"
export default (name) => greet(greeting, name, 5)
`

test('code has a class for each kind of token, no style, and all of its characters', async () => {
  const { pre, ofClass, problems, warnings, styles } = await readCode(`\`\`\`ts\n${SOURCE}\`\`\``)
  expect({ problems, warnings, styles, text: pre?.textContent }).toEqual({
    problems: [],
    warnings: [],
    styles: [CODE_STYLES],
    text: SOURCE,
  })
  expect(pre?.querySelector('[style]')).toBeNull()
  expect({
    comments: ofClass('comment'),
    strings: ofClass('string'),
    functions: ofClass('function'),
    keywords: ofClass('keyword'),
  }).toEqual({
    comments: ['// Greets <you> & me.'],
    strings: ['"hello"'],
    functions: ['greet'],
    keywords: ['const', '=', 'export', 'default', '=>'],
  })
})

test('code is coloured by any name of its language', async () => {
  for (const name of ['shellscript', 'sh', 'Bash title="a.sh"'])
    expect((await readCode(`\`\`\`${name}\necho "a"\n\`\`\``)).ofClass('string')).toEqual(['"a"'])
})

test.each(['', 'text'])('code without a language has no colours: %j', async language => {
  const { pre, warnings, styles } = await readCode(`\`\`\`${language}\nif (a) "b"\n\`\`\``)
  expect({ spans: pre?.querySelectorAll('span').length, warnings, styles }).toEqual({
    spans: 0,
    warnings: [],
    styles: [],
  })
})

test('code in an unknown language has no colours, and a warning names its file and line', async () => {
  const { pre, warnings, problems } = await readCode('Words.\n\n- ```jvascript\n  "a"\n  ```')
  expect({ text: pre?.textContent, spans: pre?.querySelectorAll('span').length, problems }).toEqual({
    text: '"a"\n',
    spans: 0,
    problems: [],
  })
  expect(warnings).toEqual([
    "shared/site/content/a.md:7: ```jvascript: Shiki doesn't know this language, so the code has no colours: correct the name, or write text",
  ])
})

test('a site whose texts have no code has no styles for it', async () => {
  const { text } = await supertest(await siteOf()).get('/agb')
  expect(text).toContain('</style>')
  expect(text).not.toContain('r-code-')
})

test.each(['light', 'dark'] as const)('the colours of code have enough contrast in the %s scheme', scheme => {
  const style = readFileSync(join(root, CODE_STYLES))
  const lowered = transform({ filename: CODE_STYLES, code: style, targets }).code.toString()
  const colours = [...lowered.matchAll(new RegExp(`--lightningcss-${scheme}, (#\\w+)`, 'g'))]
  expect(colours).toHaveLength(4)
  const tokens = readFileSync(join(root, 'tests/fixture/shared/site/styles/tokens.css'), 'utf8')
  const surface = tokensIn(tokens).colour('surface', scheme)
  for (const [, colour = ''] of colours) expect(contrast(surface, colour)).toBeGreaterThanOrEqual(7)
})
