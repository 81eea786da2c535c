// What is refused in the Markdown of shared/site/content/, in its fields and in its text: each with its line and what to write
// instead. with-checks.test.ts has what pages of all kinds share.
import { describe, expect, test } from 'vitest'
import { rowsIn } from '../../../tests/support/routes.ts'
import { markdown, readFiles } from './support/content.ts'

const fields = 'title, description, date, order, label, menus, lang, hydrate, noindex, canonical, draft, old'
/** Fields, and the problems in them. They begin at the third line. */
const inFields = `
  title: Tips & Tricks #5 → 3: title: put it in quotes: title: 'Tips & Tricks #5'
  title: Web: design → 3: title: put it in quotes: title: 'Web: design'
  title: *star → 3: title: put it in quotes: title: '*star'
  title: [Broken → 3: title: put it in quotes: title: '[Broken'
  title: 'It's' → 3: title: put it in quotes: title: 'It''s'
  title: "Open⏎order: 1 → 3: title: put it in quotes: title: '"Open'
  title: One⏎  two: three → 3: title: put it in quotes: title: 'One two: three'
  title: A #5⏎order: last → 3: title: put it in quotes: title: 'A #5' → 4: order: write the page's place in its folder, for example order: 2
  label: Nothing → 1: title is missing: write title: First note
  title: → 3: title: write the heading of the page, for example title: First note
  title: A⏎author: Me → 4: "author" isn't a field. The fields are ${fields}
  title: A⏎constructor: Me → 4: "constructor" isn't a field. The fields are ${fields}
  titel: A → 3: "titel" isn't a field: write title
  author: A → 1: title is missing: write title: First note → 3: "author" isn't a field. The fields are ${fields}
  ⇥title: A → 3: title: Tabs are not allowed as indentation: write it as title: First note
  title: A⏎title: B → 4: title: the field is there twice: delete one
  title: A⏎date: 2026-02-30 → 4: date: write a date as year-month-day, for example date: 2026-11-21
  title: A⏎order: last → 4: order: write the page's place in its folder, for example order: 2
  title: A⏎menus: { foter: 4 } → 4: menus: "foter" isn't a menu. The menus are header and footer
  title: A⏎menus: header → 4: menus: write the place in each menu, for example menus: { header: 5, footer: 5 }
  title: A⏎old: /a → 4: old: write a list of paths, for example old: [/old-note]
  title: A⏎draft: no → 4: draft: write true or false, for example draft: true
  title: A⏎lang: english → 4: lang: write the page's language, for example lang: en
  title: A⏎hydrate: load → 4: hydrate: write idle, interaction or never, for example hydrate: idle
  title: A⏎label: → 4: label: write the words of links to the page, for example label: Notes
  title: A⏎menus: { footer: { group: Notes } } → 4: menus: write the place in each menu, for example menus: { header: 5, footer: 5 }
  title: A⏎date: 21.11.2026 → 4: date: write a date as year-month-day, for example date: 2026-11-21`

/** Texts, and the problem in each. They begin at the fifth line. */
const inText = String.raw`
  A⏎⏎# B → 7: headings begin at the second level, ##: the title is the first
  ## A⏎⏎#### B → 7: #### follows ##: don't skip a level
  A⏎and <b>more</b>. → 6: HTML is not allowed here: write Markdown
  A⏎⏎<div>⏎more⏎</div> → 7: HTML is not allowed here: write Markdown
  [a]() → 5: write the address of the link between ( and )
  [](/about) → 5: write the words of the link between [ and ]
  ![B](./b (1).jpg) → 5: ![B](./b (1).jpg): write the name of a picture that has spaces between < and >
  [prices](/prices 2026.pdf) → 5: [prices](/prices 2026.pdf): write an address that has spaces between < and >
  A⏎[a][missing] → 6: [a][missing]: this reference has no definition: write the address between ( and )
  ##Heading → 5: ##Heading: write a space after the last #
  > [!NOTE]⏎> A → 5: [!NOTE]: alerts aren't supported: write the word in bold, such as **Note:**
  :::tip⏎A⏎::: → 5: :::tip: boxes aren't supported: write the word in bold, such as **Note:** → 7: :::: boxes aren't supported: write the word in bold, such as **Note:**
  See [[other page]] → 5: [[other page]]: write a link as [words](./other-page)
  A ==marked word== → 5: ==marked word==: highlighting isn't supported: write **words** for bold
  import A from './a' → 5: import A from './a': imports aren't supported: write Markdown, or a page with a component
  A⏎{: .lead} → 6: {: .lead}: attributes aren't supported: leave it out
  ## A {#b} → 5: {#b}: attributes aren't supported: leave it out
  {% include a.html %} → 5: {% include a.html %}: templates aren't supported: write Markdown, or a page with a component
  {{< figure >}} → 5: {{< figure >}}: templates aren't supported: write Markdown, or a page with a component
  **Note:**text → 5: **Note:**text: this isn't bold: leave no space inside the **, and leave one outside
  | a | b |⏎| 1 | 2 | → 5: | a | b |: write a line such as |---|---| below the first of a table, and as many columns in it → 6: | 1 | 2 |: write a line such as |---|---| below the first of a table, and as many columns in it
  a | b⏎1 | 2 → 5: a | b: write a line such as |---|---| below the first of a table
  ![](a.jpg) → 5: ![](a.jpg): describe the picture between [ and ], or write - if it only decorates
  - A⏎- ![B](.\b%20c.jpg) → 6: ![B](.\b%20c.jpg): there is no such file
  ![B](https://b.example/c) → 5: ![B](https://b.example/c): put the file next to the text, and write ./ and its name
  A⏎and[^1]⏎⏎[^1]: Note. → 6: [^1]: footnotes aren't supported: write the note in brackets, or at the end of the page`

const begin = 'begin with the lines ---, title: …, description: … and ---'
const notUtf8 = "this letter isn't in UTF-8: save the file as UTF-8"

describe('the build refuses, with file, line and fix,', () => {
  test.each([
    ...rowsIn(inFields).map(([text = '', ...message]) => ({ what: text, file: markdown(text), message })),
    ...rowsIn(inText).map(([text = '', ...message]) => ({
      what: text,
      file: markdown('title: A', text),
      message,
    })),
    { what: 'Words', file: 'Words', message: [`1: ${begin}`] },
    { what: 'Latin-1', file: Buffer.from(markdown('title: ü'), 'latin1'), message: [`3: ${notUtf8}`] },
    {
      what: 'UTF-16',
      file: Buffer.from(`\uFEFF${markdown('title: A')}`, 'utf16le'),
      message: [`1: ${notUtf8}`],
    },
  ])('$what', async ({ file, message }) => {
    expect((await readFiles({ 'a.md': file })).problems).toEqual(message.map(problem => `a.md:${problem}`))
  })

  test('an image whose file isn’t one', async () => {
    const text = '![A tour](./tour.mp4)\n![A cat](./cat.gif)'
    const { problems } = await readFiles({
      'a.md': markdown('title: A', text),
      'tour.mp4': 'x',
      'cat.gif': 'x',
    })
    expect(problems).toEqual([
      "a.md:5: ![A tour](./tour.mp4): this isn't a picture: put the file into shared/site/public/, and link to it from the text, without a !",
      'a.md:6: ![A cat](./cat.gif): unsupported format: save the picture as jpg, png, webp, avif or svg',
    ])
  })

  test('a file name that can’t be a path', async () => {
    const { problems } = await readFiles({ 'über.md': markdown('title: A') })
    expect(problems).toEqual([
      "über.md:1: the path (the file's name) is /über: write each segment with a to z, 0 to 9, - and _, a letter or a digit first, at most 100",
    ])
  })

  test('a page with another extension than .md', async () => {
    const { problems } = await readFiles({ 'b.MD': markdown('title: B'), 'c.markdown': markdown('title: C') })
    expect(problems).toEqual([
      'b.MD:1: call the file b.md: pages end in .md',
      'c.markdown:1: call the file c.md: pages end in .md',
    ])
  })

  test('a folder with both dates and an order, or with neither', async () => {
    const { problems } = await readFiles({
      'a/index.md': markdown('title: A'),
      'a/b.md': markdown('title: B'),
      'b/index.md': markdown('title: C'),
      'b/a.md': markdown('title: D\ndate: 2026-01-01'),
      'b/b.md': markdown('title: E\norder: 1'),
      'b/c.md': markdown('title: F'),
      'b/d.md': markdown('title: G: a report\ndate: 2026-01-02'),
      'c/index.md': markdown('title: H'),
      'c/a.md': markdown('title: I\norder: 1'),
      'c/b.md': markdown('title: J'),
      'c/c.md': markdown('title: K\norder: last'),
    })
    expect(problems).toEqual([
      "a/b.md:1: /a lists this page: write date: 2026-11-21, or order: 2 if it isn't a blog",
      'b/b.md:4: order: pages of /b have a date: give every page a date, or every page an order',
      'b/c.md:1: /b lists this page: write date: 2026-11-21',
      "b/d.md:3: title: put it in quotes: title: 'G: a report'",
      'c/b.md:1: /c lists this page: write order: 2',
      "c/c.md:4: order: write the page's place in its folder, for example order: 2",
    ])
  })
})

test('messages name a field of another feature with its file and line', async () => {
  const { fieldAt } = await readFiles({ 'a.md': markdown('title: A\nold: [/b]') })
  expect(fieldAt('a.md', 'old[0]')).toBe('shared/site/content/a.md:4: old[0]')
})

test('a page without a title and a description is refused', async () => {
  const { problems } = await readFiles({ 'a.md': '---\nlabel: A\n---\nWords.\n' })
  expect(problems).toEqual([
    'a.md:1: title is missing: write title: First note',
    'a.md:1: description is missing: write description: In 50 to 160 characters, what is on this page.',
  ])
})
