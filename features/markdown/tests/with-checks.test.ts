// What the checks of a build say of the texts in shared/site/content/: of their links and of the words of their fields, each with
// its file and line.

import express from 'express'
import { expect, test } from 'vitest'
import { fieldIn } from '../../../scripts/lib/field-places.ts'
import { scriptExporting, siteToCheck } from '../../../tests/support/checked-site.ts'
import { rowsIn } from '../../../tests/support/routes.ts'
import { checks } from '../../checks/build.ts'
import { hydrateProblems } from '../../checks/hydrate.ts'
import { markdown, readFiles } from './support/content.ts'

/** What the checks say of these texts. */
async function problemsOf(files: Record<string, string>, day?: string): Promise<string[]> {
  const { sources, read, table, problems } = await readFiles(files, day)
  expect(problems).toEqual([])
  const site = siteToCheck(table, {
    fileRoutes: [read],
    fieldOf: fieldIn([read]),
    endpoints: express().get('/api/export.csv', () => {}),
  })
  const check = checks.checkPages?.(site)
  for (const { id, route, html } of sources)
    await check?.add({
      path: route.path,
      route: table.routes.find(each => each.id === id),
      html: Buffer.from(`<main><h1>${route.title}</h1>${html}</main>`),
      otherFiles: [],
    })
  const messages = [...(checks.problems?.(site) ?? []), ...(check?.diagnostics() ?? [])].map(({ message }) =>
    message.replace('shared/site/content/', ''),
  )
  return [...new Set(messages)].filter(message => message.includes('.md:'))
}

/** Fields, and the problem in each. They begin at the third line. */
const inFields = `
  title: ${'x'.repeat(61)} → 3: title has 61 characters: write 1 to 60
  title: A⏎menus: { header: 1 } → 4: menus "header: 1" is already used by /about: write another
  title: About → 3: title "About" is already used by /about: write another`

/** Texts, and the problem in each. They begin at the fifth line. */
const inText = `
  [a](/none) [a](/none) → 5 links to /none, but there's no such page, file or endpoint
  [a](/api/export.csv) [b](/api/none.csv) → 5 links to /api/none.csv, but there's no such page, file or endpoint
  [a](/100%) → 5 links to /100%, but there's no such page, file or endpoint
  [a](/About/) → 5 links to /About/, which redirects: write /about
  [a](./About) → 5 links to ./About, which redirects: write /about
  [a](#über) → 5 links to #über, but that page has no heading with the address #über`

test.each([
  ...rowsIn(inFields).map(([text = '', ...message]) => ({ what: text, file: markdown(text), message })),
  ...rowsIn(inText).map(([text = '', ...message]) => ({
    what: text,
    file: markdown('title: A', text),
    message,
  })),
])(
  'a field that is too long or used twice, or a dead link, is refused with file, line and fix: $what',
  async ({ file, message }) => {
    expect(await problemsOf({ 'a.md': file })).toEqual(message.map(problem => `a.md:${problem}`))
  },
)

test('hydrate: interaction on a site that counts page views is reported with file and line', async () => {
  const { read, table } = await readFiles({ 'a.md': markdown('title: A\nhydrate: interaction') })
  const browserScript = scriptExporting('onPageView')
  const site = siteToCheck(table, { fieldOf: fieldIn([read]), browserScript })
  expect(hydrateProblems(site)).toEqual([
    expect.stringMatching(/^shared\/site\/content\/a\.md:4: hydrate is interaction: /),
  ])
})

test('a field of an earlier version is refused, with what replaces it', async () => {
  const text = markdown('title: A\nformer: [/old]')
  const { problems } = await readFiles({ 'a.md': text }, undefined, checks.frontMatterFields)
  expect(problems).toEqual(['a.md:4: former: `former` is now `redirectFrom`'])
})

test('the list of fields in a message has none of an earlier version', async () => {
  const { problems } = await readFiles(
    { 'a.md': markdown('title: A\nby: Me') },
    undefined,
    checks.frontMatterFields,
  )
  expect(problems).toEqual([
    expect.stringContaining('"by" isn\'t a field. The fields are title, description, '),
  ])
  expect(problems[0]).not.toContain('former')
})

test('a link to an unpublished page is reported, with the reason', async () => {
  const links = '[a](/a) [b](/b) [c](/c)'
  const files = {
    'a.md': markdown('title: A', links),
    'b.md': markdown('title: B\ndate: 2026-12-01', links),
    'c.md': markdown('title: C\ndraft: true', links),
  }
  expect(await problemsOf(files, '2026-11-30')).toEqual([
    'a.md:5 links to /b, but b.md is a draft, or has a later date',
    'a.md:5 links to /c, but c.md is a draft, or has a later date',
  ])
  expect(await problemsOf(files)).toEqual([])
})
