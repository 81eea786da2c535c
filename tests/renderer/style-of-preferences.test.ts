// What the style of every page gives to those who ask for something: reduced motion, more contrast, forced colours, the
// dark scheme, paper. Read as data; tests/browser/ looks at pages in browsers.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createCascade, type Viewer } from '../support/cascade.ts'
import { dist, manifest } from '../support/fixture-site.ts'

const pageAt = (file: string) => createCascade(manifest.style, readFileSync(join(dist, file), 'utf8'))
const everything = pageAt('musterseite.html')
const home = pageAt('index.html')

/** These properties of an element. */
const look = (element: string, properties: readonly string[], viewer: Viewer = {}, page = everything) =>
  Object.fromEntries(properties.map(property => [property, page(element, property, viewer)]))

describe('who asks for less motion', () => {
  const viewer = { media: ['(prefers-reduced-motion)'] }

  test.each(['.button', '.next::after', 'summary::after', 'h1', '.menu', '.header-nav .menu-link::after'])(
    'sees nothing move: %s',
    element => {
      expect(look(element, ['animation', 'transition'], viewer)).toEqual({ animation: 'none', transition: 'none' })
    },
  )

  test('and everybody else sees the menu open, and arrows and colours change', () => {
    expect({
      menu: everything('.menu', 'animation'),
      arrow: everything('.next::after', 'transition'),
      button: everything('.button', 'transition'),
      chevron: everything('summary::after', 'transition'),
      line: everything('.header-nav .menu-link::after', 'transition'),
    }).toEqual({
      menu: 'open .24s cubic-bezier(.2, .7, .2, 1)',
      arrow: 'translate .24s cubic-bezier(.2, .7, .2, 1)',
      button: 'background-color .14s,color .14s', // Without the outline: focus must be visible at once.
      chevron: 'rotate .24s cubic-bezier(.2, .7, .2, 1)',
      line: 'scale .24s cubic-bezier(.2, .7, .2, 1)',
    })
  })
})
