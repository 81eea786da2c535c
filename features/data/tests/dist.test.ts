// What `npm run prerender` writes to dist/ for pages with data: server/build/dist has the rest.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HtmlValidate } from 'html-validate'
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { dist, siteOf } from '../../../tests/support/fixture-site.ts'

const read = (name: string) => readFileSync(join(dist, name))
const missing = (names: string[]) => names.filter(name => !existsSync(join(dist, name)))

test.each(['/stellen', '/kurse', '/stellen/tischlerin'])(
  'dist/ has %s, byte for byte as the live server sends it',
  async path => {
    const { text } = await supertest(await siteOf()).get(path)
    expect(read(`${path.slice(1)}.html`)).toBeSameBytes(text)
  },
)

test('dist/ has the data of pages as brotli and gzip', () => {
  const names = ['stellen.json', 'kurse.json'].flatMap(name => [`${name}.br`, `${name}.gz`])
  expect(missing(names)).toEqual([])
})

test('a page with data passes html-validate, apart from rules of style', async () => {
  const off = ['void-style', 'attribute-boolean-style', 'attribute-empty-style', 'no-implicit-input-type']
  off.push('attr-case', 'valid-id', 'require-sri', 'unique-landmark', 'tel-non-breaking')
  const validator = new HtmlValidate({
    extends: ['html-validate:recommended', 'html-validate:document'],
    rules: Object.fromEntries(off.map(rule => [rule, 'off'])),
  })
  const { results } = await validator.validateString(String(read('stellen/tischlerin.html')))
  expect(results.flatMap(({ messages }) => messages)).toEqual([])
})
