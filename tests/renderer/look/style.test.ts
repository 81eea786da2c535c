// What holds for the style of the engine and its pages together. tests/browser/ looks at pages in browsers.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Selector, transform } from 'lightningcss'
import { expect, test } from 'vitest'
import { documentOf } from '../../support/document-of.ts'
import { dist, manifest } from '../../support/fixture-site.ts'
import { root } from '../../support/folders.ts'

const { style } = manifest

const pages = readdirSync(dist, { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.html'))
  .map(file => documentOf(readFileSync(join(dist, file))))

test('each class of a page has a style', () => {
  const styled = new Set([...style.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name))
  const classes = pages.flatMap(page =>
    [...page.querySelectorAll('[class]')].flatMap(part => [...part.classList]),
  )
  expect([...new Set(classes)].filter(name => !styled.has(name))).toEqual([])
})

test('each class that the engine styles begins with r-, as no class of a site or of a framework does', () => {
  const folder = join(root, 'shared/styles')
  const classes: string[] = []
  const Selector = (parts: Selector) => {
    for (const part of parts) if (part.type === 'class') classes.push(part.name)
  }
  for (const filename of readdirSync(folder))
    transform({ filename, code: readFileSync(join(folder, filename)), visitor: { Selector } })
  expect(new Set(classes)).toContain('r-button')
  expect(classes.filter(name => !name.startsWith('r-'))).toEqual([])
})

test('nothing is so important that a stylesheet of a page could not change it', () => {
  expect(style).not.toContain('!important')
})

test('the links of the header come at the width at which the button of its menu goes', () => {
  const sources = ['header.css', 'menu.css'].map(file =>
    readFileSync(join(root, 'shared/styles', file), 'utf8'),
  )
  const widths = sources.flatMap(source => source.match(/(?<=@media )\(.*?width.*?\)/g) ?? [])
  expect([...new Set(widths)]).toHaveLength(1)
})
