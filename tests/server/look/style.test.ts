// Rules for the style of the engine and the pages together. tests/browser/ checks pages in browsers.
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

test('every class on a page is styled', () => {
  const styled = new Set([...style.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name))
  const classes = pages.flatMap(page =>
    [...page.querySelectorAll('[class]')].flatMap(part => [...part.classList]),
  )
  expect([...new Set(classes)].filter(name => !styled.has(name))).toEqual([])
})

test('every class that the engine styles starts with r-, to avoid clashes with a site or a framework', () => {
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

test('the style has no !important, so that a page’s stylesheet can override everything', () => {
  expect(style).not.toContain('!important')
})

test('the header’s links appear at the width at which the menu button disappears', () => {
  const sources = ['header.css', 'menu.css'].map(file =>
    readFileSync(join(root, 'shared/styles', file), 'utf8'),
  )
  const widths = sources.flatMap(source => source.match(/(?<=@media )\(.*?width.*?\)/g) ?? [])
  expect([...new Set(widths)]).toHaveLength(1)
})
