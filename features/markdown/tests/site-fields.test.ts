// The fields that a site adds to its texts. layouts.system.test.ts has the components that show them.
import { expect, test } from 'vitest'
import { routesOfContent } from '../read-content.ts'
import { list, picture, text } from '../site.ts'
import { markdown, readFiles } from './support/content.ts'

const siteFields = { author: text, hero: picture, tags: list }
const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"/>'

const read = (fields: string) =>
  readFiles({ 'a.md': markdown(`title: A\n${fields}`), 'b.svg': svg, 'c.pdf': '' }, undefined, {}, siteFields)

test('a text has the values of the site’s fields, and the files of a picture', async () => {
  const { read: routes, problems } = await read('author: Ada\ntags: [one, two]\nhero: ./b.svg')
  const src = expect.stringMatching(/^\/assets\/b-\w+\.svg$/)
  expect({ problems, fields: routes.routes['a.md']?.fields }).toEqual({
    problems: [],
    fields: {
      author: 'Ada',
      tags: ['one', 'two'],
      hero: { src, width: 2, height: 1 },
    },
  })
  expect([...routes.files.keys()]).toContainEqual(expect.stringMatching(/^public\/assets\/b-\w+\.svg$/))
})

test('a text without the site’s fields is published', async () => {
  const { read: routes, problems } = await read('label: B')
  expect({ problems, fields: routes.routes['a.md']?.fields }).toEqual({ problems: [], fields: {} })
})

test.each([
  ['tags: one', 'tags: write a list of words, for example tags: [first, second]'],
  ['tags: [one, [two]]', 'tags: write a list of words, for example tags: [first, second]'],
  ['author: Ada: a star', "author: put it in quotes: author: 'Ada: a star'"],
  ['hero: ./d.svg', 'hero: ./d.svg: there is no such file'],
  ['hero: /b.svg', 'hero: /b.svg: put the file next to the text, and write ./ and its name'],
  ['tagz: [one]', expect.stringMatching(/^"tagz" isn't a field\. The fields are .*, author, hero, tags$/)],
])('%s is refused with file and line', async (field, message) => {
  const { problems } = await read(field)
  expect(problems.map(problem => problem.replace('a.md:4: ', ''))).toEqual([message])
})

test('a site cannot declare a field that every text has', async () => {
  await expect(readFiles({}, undefined, {}, { date: text })).rejects.toThrow(
    'date: a text has this field already: give your field another name',
  )
})

test('a text without hydrate gets the site’s default', async () => {
  const { content } = await readFiles({
    'a.md': markdown('title: A'),
    'b.md': markdown('title: B\nhydrate: never'),
  })
  const hydrateOf = (byDefault?: 'idle') =>
    Object.values(routesOfContent(content, byDefault).routes).map(({ hydrate }) => hydrate)
  expect({ declared: hydrateOf('idle'), undeclared: hydrateOf() }).toEqual({
    declared: ['idle', 'never'],
    undeclared: ['never', 'never'],
  })
})
